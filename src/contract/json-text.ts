/**
 * JSON that is answered exactly as it was sent. Values of JavaScript would change it: keys that look like whole numbers
 * move to the front, and numbers are rounded to what a double holds.
 */
import type { JsonObject } from './json-object.ts';

/** A part of an answer that is written as this text. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** For callers that use `JSON.stringify` instead of `writeJson`. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** The original text of objects that came as members of a body, cut out on demand: most are never asked for. */
const writings = new WeakMap<object, () => string>();

/** Like `JSON.parse`, but `textOf` can then tell how the members that are objects were written. */
export function parseJson(text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  if (isObject(parsed)) {
    // Object.keys, because the pairs of Object.entries would take longer than all else with tens of thousands of
    // members.
    for (const name of Object.keys(parsed)) {
      const member = parsed[name];
      if (isObject(member)) writings.set(member, () => findMember(text, name));
    }
  }
  return parsed;
}

/** As it was written where `parseJson` read it, without the space between its parts. */
export function textOf(object: JsonObject): string {
  return writings.get(object)?.() ?? JSON.stringify(object);
}

/** The object with a member of this value: in the place of the one of that name, or after all others. */
export function withMember(object: JsonObject, name: string, value: string): JsonObject {
  const member = { name, text: JSON.stringify(value) };
  const members = listMembers(textOf(object));
  const at = members.findIndex((each) => each.name === name);
  const others = members.filter((each) => each.name !== name);
  const all = at < 0 ? [...members, member] : others.toSpliced(at, 0, member);
  const changed = { ...object, [name]: value };
  writings.set(
    changed,
    () => `{${all.map((each) => `${JSON.stringify(each.name)}:${each.text}`).join(',')}}`,
  );
  return changed;
}

/** Like `JSON.stringify`, with every `JsonText` in the value as it is. */
export function writeJson(value: unknown): string {
  const texts: string[] = [];
  const mark = crypto.randomUUID();
  const marked = JSON.stringify(value, function (this: JsonObject, name, member) {
    const original = this[name];
    if (!(original instanceof JsonText)) return member;
    texts.push(original.text);
    return mark;
  });
  if (texts.length === 0) return marked;
  const [first = '', ...rest] = marked.split(`"${mark}"`);
  return first + rest.map((part, index) => texts[index] + part).join('');
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Member = { name: string; text: string };

/** Of several members of one name the last counts, as for `JSON.parse`. */
function findMember(text: string, name: string): string {
  const member = listMembers(compact(text)).findLast((each) => each.name === name);
  if (!member) throw new Error(`There is no member ${name} in the text.`);
  return member.text;
}

/** Of valid JSON: strings written one way, and no space around them. */
function compact(text: string): string {
  // The common case: most programs write it that way already.
  if (!/[\\\s]/.test(text)) return text;
  let written = '';
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const begin = quote < 0 ? text.length : quote;
    const end = quote < 0 ? begin : endOfString(text, begin);
    const string = text.slice(begin, end);
    written += text.slice(at, begin).replace(/[ \t\r\n]+/g, '');
    written += string.includes('\\') ? JSON.stringify(JSON.parse(string)) : string;
    at = end;
  }
  return written;
}

/** The members of an object that has no space between its parts. */
function listMembers(text: string): Member[] {
  const members: Member[] = [];
  for (let at = 1; at < text.length - 1; ) {
    const endOfName = endOfString(text, at);
    const end = endOfValue(text, endOfName + 1);
    members.push({ name: JSON.parse(text.slice(at, endOfName)), text: text.slice(endOfName + 1, end) });
    at = end + 1;
  }
  return members;
}

/** Behind the value, where a comma or the end of the object is. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; ) {
    const letter = text[at] as string;
    if (depth === 0 && (letter === ',' || letter === '}')) return at;
    if (letter === '{' || letter === '[') depth += 1;
    if (letter === '}' || letter === ']') depth -= 1;
    at = letter === '"' ? endOfString(text, at) : at + 1;
  }
  return text.length;
}

/** Behind the closing quote of the string that begins there. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
