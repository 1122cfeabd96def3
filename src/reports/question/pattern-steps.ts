/**
 * Estimates the size of the program that RE2 makes of a pattern. Compiling a large one takes seconds in which no engine
 * can be interrupted, and matching takes time for each step and each character of every row. Literal characters are
 * counted only where they are repeated: the length of a pattern is bounded anyway. For a pattern that RE2 would refuse
 * any result will do; in one that it accepts, no repetition is overlooked.
 */
export function countPatternSteps(pattern: string): number {
  const reader = createReader(pattern);
  let steps = 0;
  while (!reader.isAtEnd()) {
    steps += readAlternatives(reader).steps;
    // A parenthesis that closes nothing.
    reader.take();
  }
  return steps;
}

/** `plain` counts literal characters that are not repeated so far. */
type Size = { steps: number; plain: number };

/** What RE2 makes of each, rather too much than too little; for a Unicode class it is the time to compile it. */
const stepsOf = {
  branch: 2,
  group: 2,
  anchor: 1,
  dot: 8,
  negation: 8,
  beyondAscii: 8,
  set: 5,
  otherSet: 10,
  unicodeClass: 200,
};
const plainBeyondAscii = 4;

function readAlternatives(reader: Reader): Size {
  const size = { steps: 0, plain: 0 };
  while (!reader.isAtEnd() && reader.peek() !== ')') {
    if (reader.takeIf('|')) size.steps += stepsOf.branch;
    else {
      const { steps, plain } = readRepeated(reader);
      size.steps += steps;
      size.plain += plain;
    }
  }
  return size;
}

function readRepeated(reader: Reader): Size {
  let size = readAtom(reader);
  for (;;) {
    const counted = reader.takeMatch(/\{(\d+)(?:,(\d*))?\}/y);
    if (counted) {
      const times = Math.max(Number(counted[1]), Number(counted[2] ?? 0), 1);
      size = { steps: (size.steps + size.plain) * times, plain: 0 };
    } else if (reader.takeMatch(/[*+?]/y)) size = { ...size, steps: size.steps + stepsOf.branch };
    else return size;
  }
}

function readAtom(reader: Reader): Size {
  const character = reader.take();
  switch (character) {
    case '(':
      return readGroup(reader);
    case '[':
      return { steps: readClass(reader), plain: 0 };
    case '.':
      return { steps: stepsOf.dot, plain: 0 };
    case '^':
    case '$':
      return { steps: stepsOf.anchor, plain: 0 };
    case '\\':
      return readEscape(reader);
    default:
      return { steps: 0, plain: isAscii(character) ? 1 : plainBeyondAscii };
  }
}

function readGroup(reader: Reader): Size {
  const opening = reader.takeMatch(/\?(?:P?<[^>]*>|[A-Za-z-]*[:)])/y);
  // Flags for what follows, such as (?i).
  if (opening?.[0].endsWith(')')) return { steps: 0, plain: 0 };
  const { steps, plain } = readAlternatives(reader);
  reader.takeIf(')');
  return { steps: steps + stepsOf.group, plain };
}

function readEscape(reader: Reader): Size {
  const quoted = reader.takeMatch(/Q(.*?)(?:\\E|$)/sy);
  if (quoted) return { steps: 0, plain: plainBeyondAscii * (quoted[1] ?? '').length };
  const steps = takeSet(reader);
  if (steps !== undefined) return { steps, plain: 0 };
  if (reader.takeMatch(/[bBAzC]/y)) return { steps: stepsOf.anchor, plain: 0 };
  takeCharacterCode(reader);
  return { steps: 0, plain: plainBeyondAscii };
}

/** Steps of a set behind a backslash, inside brackets or out of them. */
function takeSet(reader: Reader): number | undefined {
  if (reader.takeMatch(/[pP](?:\{[^}]*\}|.)/suy)) return stepsOf.unicodeClass;
  if (reader.takeMatch(/[dsw]/y)) return stepsOf.set;
  if (reader.takeMatch(/[DSW]/y)) return stepsOf.otherSet;
  return undefined;
}

/** The braces of `\x{1F600}` repeat nothing. */
function takeCharacterCode(reader: Reader): void {
  if (!reader.takeMatch(/x\{[^}]*\}/y)) reader.take();
}

function readClass(reader: Reader): number {
  let steps = reader.takeIf('^') ? stepsOf.negation : 0;
  let isFirst = true;
  while (!reader.isAtEnd() && (isFirst || reader.peek() !== ']')) {
    isFirst = false;
    steps += readClassItem(reader);
  }
  reader.takeIf(']');
  return Math.max(steps, 1);
}

function readClassItem(reader: Reader): number {
  if (reader.takeMatch(/\[:\^?\w+:\]/y)) return stepsOf.otherSet;
  const first = readClassMember(reader);
  const isRange = reader.takeMatch(/-(?!\])/y);
  return isRange && !reader.isAtEnd() ? Math.max(first, readClassMember(reader)) : first;
}

function readClassMember(reader: Reader): number {
  const character = reader.take();
  if (character !== '\\') return isAscii(character) ? 1 : stepsOf.beyondAscii;
  const set = takeSet(reader);
  if (set !== undefined) return set;
  takeCharacterCode(reader);
  return stepsOf.beyondAscii;
}

function isAscii(character: string): boolean {
  return (character.codePointAt(0) ?? 0) < 128;
}

type Reader = {
  isAtEnd(): boolean;
  peek(): string | undefined;
  /** The next character, or '' at the end. */
  take(): string;
  takeIf(character: string): boolean;
  /** `pattern` is sticky. */
  takeMatch(pattern: RegExp): RegExpExecArray | null;
};

function createReader(text: string): Reader {
  let position = 0;

  function take(): string {
    const code = text.codePointAt(position);
    const character = code === undefined ? '' : String.fromCodePoint(code);
    position += character.length;
    return character;
  }

  return {
    take,
    isAtEnd: () => position >= text.length,
    peek: () => text[position],
    takeIf(character) {
      const isNext = text[position] === character;
      if (isNext) position += 1;
      return isNext;
    },
    takeMatch(pattern) {
      pattern.lastIndex = position;
      const match = pattern.exec(text);
      if (match) position += match[0].length;
      return match;
    },
  };
}
