/**
 * Values by the schemas of the declarations: mostly valid, now and then near them, now and then hostile. What only a
 * running server knows is named as `{{own.website}}` and filled in when the request is sent, so that a seed repeats it.
 */
import fc from 'fast-check';
import type { JsonSchema } from '../../src/http/openapi/json-schema.ts';
import { filterOperators, filterTargets } from '../../src/reports/question/filters.ts';
import { hostileJson, hostileTexts } from '../contract/hostile-values.ts';
import type { IdName } from './world.ts';

type Texts = fc.Arbitrary<string>;

export const nearTexts: readonly string[] = [
  '',
  '0',
  '00',
  '+5',
  '1.0',
  '1e3',
  ' 5',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '[object Object]',
  '2026-02-29',
  '2026-13-01',
  '2026-1-1',
  '26-01-01',
  '1969-12-31',
  '2026-03-29T02:30:00Z',
  'DAY',
  'day ',
  'ff_',
  'FF_pUb1icWebsiteId',
  '00000000-0000-0000-0000-000000000000',
  'hasOwnProperty',
  '../../etc/passwd',
  'page:/a,goal:b',
  'page:,goal:',
  'Europe/Berlin',
  'europe/berlin',
  'Pacific/Apia',
  'a@b',
  'a@example.com\nBcc: b@example.com',
  '"a b"@example.com',
  'javascript:alert(1)',
  'http://127.0.0.1:1/',
  'http://[::ffff:169.254.169.254]/',
  'https://hooks.example/a',
  'xn--a.example',
  '*.example.com',
  'exämple.com',
];

const patternParts = [
  'a',
  '.',
  '[a-z]',
  '\\d',
  '(',
  ')',
  '|',
  '*',
  '+',
  '?',
  '{1,1000}',
  '^',
  '$',
  '\\b',
  '(',
];
const pattern = fc.array(fc.constantFrom(...patternParts), { maxLength: 12 }).map((parts) => parts.join(''));
const unusual = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...nearTexts) },
  { weight: 3, arbitrary: fc.constantFrom(...hostileTexts.filter((text) => text.length < 1_000)) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
  { weight: 1, arbitrary: pattern },
);

const day = fc
  .integer({ min: -400, max: 30 })
  .map((days) => new Date(Date.UTC(2026, 10, 18) + days * 86_400_000).toISOString().slice(0, 10));

const filter = fc
  .tuple(
    fc.constantFrom('', ...filterOperators.map((each) => `${each}:`)),
    fc.array(fc.oneof(fc.constantFrom('DE', '/', '/a', 'desktop', '(none)', 'example.org'), pattern), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([operator, values]) => operator + values.join(','));

/** Ids that a name asks for, at a path. */
const idsByName: Record<string, readonly IdName[]> = {
  websiteId: ['websiteUuid', 'websiteUuid', 'website'],
  uuid: ['websiteUuid'],
  userId: ['member'],
  segment: ['segment'],
  segment_id: ['segment'],
  segmentId: ['segment'],
  visitor_id: ['visitor'],
  v: ['visitor'],
  session_id: ['session'],
  goal_name: ['goal'],
  transaction_id: ['transaction'],
  confirm: ['domain'],
  email: ['email'],
  current: ['password'],
  password: ['password'],
};

const idsByFolder: Record<string, IdName> = {
  alerts: 'alert',
  funnels: 'funnel',
  reports: 'report',
  segments: 'segment',
  annotations: 'annotation',
  keys: 'keyId',
  'share-links': 'shareLink',
  'sign-ins': 'signIn',
  share: 'shareToken',
  unsubscribe: 'unsubscribeToken',
};

const anyId: readonly IdName[] = [
  ...new Set([...Object.values(idsByName).flat(), ...Object.values(idsByFolder)]),
].filter((name) => name !== 'password');

/** What must stay secret is never sent: whoever knows it may see what it opens. */
const secret: readonly IdName[] = ['shareToken', 'unsubscribeToken', 'email', 'domain'];
const foreignIds = anyId.filter((name) => !secret.includes(name));

const ownId = (names: readonly IdName[]) => fc.constantFrom(...names.map((name) => `{{own.${name}}}`));
const foreignId = (names: readonly IdName[]) =>
  fc.constantFrom(...names.map((name) => `{{foreign.${name}}}`));

/** A path segment behind a folder, such as the id of an alert. */
export function segmentText(name: string, folder: string, schema: JsonSchema = {}): Texts {
  if (name === 'workspaceId') return idText(['workspaceId'], 60);
  if (schema.enum) return textOf(schema, name);
  const known = idsByName[name] ?? (idsByFolder[folder] && [idsByFolder[folder]]);
  return known ? idText(known, 12) : fc.oneof(ownId(anyId), unusual, fc.constantFrom('top_pages', 'a'));
}

function idText(names: readonly IdName[], weight: number): Texts {
  const known = names.filter((name) => foreignIds.includes(name) || name === 'workspaceId');
  return fc.oneof(
    { weight, arbitrary: ownId(names) },
    { weight: 2, arbitrary: foreignId(known.length > 0 ? known : foreignIds) },
    { weight: 1, arbitrary: ownId(anyId) },
    { weight: 1, arbitrary: unusual },
  );
}

/** A website has two ids; the example says which of them is meant. */
function websiteIdsBy({ examples = [] }: JsonSchema): readonly IdName[] {
  return String(examples[0]).startsWith('ff_') ? ['website'] : ['websiteUuid'];
}

/** The text of a parameter, or of a field that is one. */
export function textOf(schema: JsonSchema, name: string): Texts {
  const ids = name === 'website_id' ? websiteIdsBy(schema) : idsByName[name];
  if (ids) return idText(ids, 12);
  return fc.oneof({ weight: 12, arbitrary: validText(schema, name) }, { weight: 2, arbitrary: unusual });
}

function validText(schema: JsonSchema, name: string): Texts {
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms) return fc.oneof(...forms.map((form) => validText(form, name)));
  if (schema.enum) return fc.constantFrom(...schema.enum.map(String));
  if (schema.const !== undefined) return fc.constant(String(schema.const));
  const type = [schema.type].flat()[0];
  if (type === 'integer' || type === 'number') return numberText(schema);
  if (type === 'boolean') return fc.constantFrom('true', 'false');
  return plainText(schema, name);
}

function plainText(schema: JsonSchema, name: string): Texts {
  const examples = (schema.examples ?? []).filter((each): each is string => typeof each === 'string');
  if (Object.hasOwn(filterTargets, name)) return filter;
  if (schema.format === 'date' || /(^|_)(from|to)(_date)?$/.test(name)) return day;
  if (schema.format === 'uri' || name === 'url')
    return fc.constantFrom('https://example.com/a', 'https://hooks.example/x');
  if (/^(email|address|recipients)$/.test(name)) return fc.constantFrom('a@example.com', 'b@example.org');
  if (/^(tz|timezone)$/.test(name)) return fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata');
  if (/^domains?$/.test(name)) return fc.constantFrom('example.com', 'www.example.org', 'a.example.net');
  if (/^steps$/.test(name))
    return fc.constantFrom('page:/', 'goal:signup', 'page:/a*', 'page:/pricing,goal:signup');
  const { minLength = 0, maxLength = 255 } = schema;
  const longest = Math.min(maxLength, Math.max(minLength, 12));
  const short = fc.string({ unit: 'grapheme', minLength, maxLength: longest });
  const atLimit = fc.constantFrom('x'.repeat(maxLength), 'x'.repeat(maxLength + 1), '😀'.repeat(maxLength));
  const known = examples.length > 0 ? [{ weight: 6, arbitrary: fc.constantFrom(...examples) }] : [];
  return fc.oneof(...known, { weight: 6, arbitrary: short }, { weight: 1, arbitrary: atLimit });
}

function numberText({ minimum = -10, maximum = 1_000, type }: JsonSchema): Texts {
  const inside = fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.min(maximum, 2 ** 31)) });
  const edges = [minimum, maximum, minimum - 1, maximum + 1, 0, 1e15, -1e308].map(String);
  const part = type === 'number' ? fc.double({ noNaN: true, noDefaultInfinity: true }) : inside;
  return fc.oneof(
    { weight: 6, arbitrary: inside.map(String) },
    { weight: 1, arbitrary: part.map(String) },
    { weight: 1, arbitrary: fc.constantFrom(...edges) },
  );
}

const hostileValue = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileJson.filter((text) => text.length < 50_000)) },
  { weight: 3, arbitrary: unusual.map((text) => JSON.stringify(text)) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
);

/** The JSON text of a value. It is put together as text: not all that can be sent is a value of JavaScript. */
export function jsonOf(schema: JsonSchema, name = ''): Texts {
  return fc.oneof({ weight: 16, arbitrary: validJson(schema, name) }, { weight: 1, arbitrary: hostileValue });
}

function validJson(schema: JsonSchema, name: string): Texts {
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms) return fc.oneof(...forms.map((form) => validJson(form, name)));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => validJson({ ...schema, type }, name)));
  }
  if (schema.enum) return fc.constantFrom(...schema.enum.map((each) => JSON.stringify(each)));
  switch (schema.type) {
    case 'object':
      return objectJson(schema);
    case 'array':
      return arrayJson(schema, name);
    case 'integer':
    case 'number':
      return numberText(schema);
    case 'boolean':
      return fc.constantFrom('true', 'false');
    case 'null':
      return fc.constant('null');
    case 'string':
      return textOf(schema, name).map((text) => JSON.stringify(text));
    default:
      return fc.json({ maxDepth: 3 });
  }
}

function arrayJson({ items = {} }: JsonSchema, name: string): Texts {
  const item = jsonOf(items, name);
  const few = fc.array(item, { maxLength: 4 });
  const many = fc
    .tuple(item, fc.constantFrom(50, 101, 1_000))
    .map(([each, count]) => Array(count).fill(each));
  return fc
    .oneof({ weight: 20, arbitrary: few }, { weight: 1, arbitrary: many })
    .map((list) => `[${list.join(',')}]`);
}

const oddKeys = ['__proto__', 'constructor', 'toString', '', 'a\0b', '\ud800', 'workspaceId', 'id', 'role'];

function objectJson({ properties = {}, required = [], additionalProperties }: JsonSchema): Texts {
  const members = Object.entries(properties).map(([name, schema]) =>
    fc.option(
      jsonOf(schema, name).map((text) => `${JSON.stringify(name)}:${text}`),
      { nil: '', freq: required.includes(name) ? 40 : 1 },
    ),
  );
  const odd = fc
    .tuple(fc.constantFrom(...oddKeys), hostileValue)
    .map(([key, value]) => `${JSON.stringify(key)}:${value}`);
  const free = fc
    .dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
    .map((object) => JSON.stringify(object).slice(1, -1));
  const extra = fc.oneof(
    { weight: additionalProperties ? 0 : 12, arbitrary: fc.constant('') },
    { weight: additionalProperties ? 12 : 0, arbitrary: free },
    { weight: 1, arbitrary: odd },
  );
  return fc.tuple(...members, extra).map((parts) => `{${parts.filter(Boolean).join(',')}}`);
}
