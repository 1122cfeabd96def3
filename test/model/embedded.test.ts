import { describeModel } from './describe-model.ts';
import { partsOf } from './worlds/cards.ts';

// `npm run test:model` asks more of each world, until everything was asked in every combination.
describeModel('embedded', { worlds: 300, questionsPerWorld: 1, covered: partsOf });
