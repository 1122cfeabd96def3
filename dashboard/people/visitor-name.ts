/** Visitors have IDs that nobody can tell apart; a name made from the ID stays the same wherever it is shown. */
const first = [
  'Amber',
  'Azure',
  'Brisk',
  'Calm',
  'Cedar',
  'Clever',
  'Cobalt',
  'Coral',
  'Crimson',
  'Dapper',
  'Early',
  'Fern',
  'Gentle',
  'Golden',
  'Hazel',
  'Indigo',
  'Ivory',
  'Jade',
  'Jolly',
  'Keen',
  'Lilac',
  'Lucky',
  'Maple',
  'Merry',
  'Misty',
  'Mossy',
  'Nimble',
  'Noble',
  'Olive',
  'Opal',
  'Pearl',
  'Plum',
  'Quiet',
  'Rosy',
  'Rustic',
  'Sage',
  'Silver',
  'Sunny',
  'Swift',
  'Tidy',
  'Umber',
  'Velvet',
  'Vivid',
  'Warm',
  'Wild',
  'Witty',
  'Woven',
  'Young',
];
const second = [
  'Badger',
  'Beaver',
  'Bison',
  'Crane',
  'Cricket',
  'Deer',
  'Dolphin',
  'Dove',
  'Eagle',
  'Falcon',
  'Finch',
  'Fox',
  'Gecko',
  'Goose',
  'Hare',
  'Heron',
  'Ibis',
  'Jackdaw',
  'Kestrel',
  'Koala',
  'Lark',
  'Lemur',
  'Lynx',
  'Magpie',
  'Marten',
  'Mole',
  'Moth',
  'Newt',
  'Otter',
  'Owl',
  'Panda',
  'Pelican',
  'Pika',
  'Puffin',
  'Quail',
  'Raven',
  'Robin',
  'Salmon',
  'Seal',
  'Sparrow',
  'Stork',
  'Swan',
  'Tapir',
  'Tern',
  'Toad',
  'Turtle',
  'Wombat',
  'Wren',
];

export type VisitorName = { text: string; initials: string; hue: number };

export function nameVisitor(visitorId: string): VisitorName {
  const hash = hashOf(visitorId);
  const one = first[hash % first.length] ?? '';
  const other = second[Math.floor(hash / first.length) % second.length] ?? '';
  return { text: `${one} ${other}`, initials: one.charAt(0) + other.charAt(0), hue: hash % 360 };
}

/** "Ada Lovelace" is AL, "ada@example.com" is A. */
export function findInitials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}

/** FNV-1a: short, and one other letter changes all of it. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  // The lowest bits hardly mix, and they choose the name.
  return (hash ^ (hash >>> 15)) >>> 0;
}
