import { describeModel } from './describe-model.ts';
import { coarsePartsOf } from './worlds/cards.ts';

// A world costs a cluster several times as much: here are fewer, still asked for some of everything. All 300 and more:
// npm run test:model -- --deployment cluster
describeModel('cluster', { worlds: 20, questionsPerWorld: 6, covered: coarsePartsOf });
