import { createRandom } from '../../../src/demo/random.ts';
import { goalNames, paths } from './alphabet.ts';
import { automaticNames, type WorldGoal, websitesOf } from './world.ts';

const patterns = ['/*', '/a*', '/*b', '/a/*', '*', '/*,*', '/p*ing', '/**', '/.', '/😀*', '/a*b*'];
const names = ['Thanks', 'Docs', ...goalNames];

/** Of half of the worlds. Names may be those of events too: then both count under it. */
export function drawGoals(seed: number): WorldGoal[] {
  const random = createRandom(seed, 7);
  if (random.chance(0.5)) return [];
  return websitesOf.flat().flatMap((website) => {
    const goals = Array.from({ length: random.whole(0, 3) }, (_, number): WorldGoal => {
      const name = `${random.pick(names)}`;
      if (random.chance(0.25)) {
        return { website, name: `Event ${number}`, type: 'event', match: random.pick(automaticNames) };
      }
      return { website, name, type: 'page', match: random.pick(random.chance(0.5) ? paths : patterns) };
    });
    // A name is given once.
    return [...new Map(goals.map((goal) => [goal.name, goal])).values()];
  });
}
