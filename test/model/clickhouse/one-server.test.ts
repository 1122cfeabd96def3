import { describeModel } from '../describe-model.ts';
import { partsOf } from '../worlds/cards.ts';

describeModel('clickhouse', { worlds: 300, questionsPerWorld: 1, covered: partsOf });
