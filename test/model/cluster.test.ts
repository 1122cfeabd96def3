import { describeModel } from './describe-model.ts';
import { partsOf } from './worlds/cards.ts';

// A question costs a cluster several times as much: it is asked fewer, still some of everything.
describeModel('cluster', { questionsPerWorld: 1, covered: partsOf });
