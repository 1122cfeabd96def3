/**
 * Every two requests are of a session of their own, and every two sessions of a visitor: few sessions that go on and on
 * would be none that any website has. Requests are built once, and only these digits are written anew for each.
 */
const digits = 8;
const zeros = '0'.repeat(digits);

export const freshVisitor = `visitor-${zeros}`;
export const freshSession = `session-${zeros}`;

type Places = { visitor: number; session: number };

export type Freshen = (request: Buffer) => Buffer;

/** `first`: the number of the first request, so that one run does not go on with the sessions of another. */
export function createFreshIds(first: number): Freshen {
  const places = new WeakMap<Buffer, Places>();
  let number = first;
  return (request) => {
    const { visitor, session } = places.get(request) ?? remember(places, request);
    const copy = Buffer.from(request);
    writeNumber(copy, session, number >> 1);
    writeNumber(copy, visitor, number >> 2);
    number += 1;
    return copy;
  };
}

function remember(places: WeakMap<Buffer, Places>, request: Buffer): Places {
  const endOf = (id: string) => request.indexOf(id) + id.length - digits;
  const found = { visitor: endOf(freshVisitor), session: endOf(freshSession) };
  places.set(request, found);
  return found;
}

function writeNumber(request: Buffer, place: number, number: number): void {
  request.write(String(number).padStart(digits, '0'), place, 'latin1');
}
