/** Whole requests to the targets: address, query, headers and body. */
import fc from 'fast-check';
import type { JsonSchema } from '../../src/http/openapi/json-schema.ts';
import { exportTables } from '../../src/reports/export-records.ts';
import { hostileBodies, hostileQueries, hostileSegments, hostileTexts } from '../contract/hostile-values.ts';
import type { Door, Target } from './surface.ts';
import { jsonOf, segmentText, textOf } from './values.ts';
import type { PersonName } from './world.ts';

export type FuzzRequest = {
  target: Target;
  method: string;
  /** With the query. What `{{own.…}}` and `{{foreign.…}}` name is filled in when it is sent. */
  url: string;
  person: PersonName;
  headers: Record<string, string>;
  body: string | undefined;
};

type Weighted<Value> = { weight: number; arbitrary: fc.Arbitrary<Value> };

export function anyRequest(targets: readonly Target[]): fc.Arbitrary<FuzzRequest> {
  const choices = Object.entries(weights).map(([group, weight]) => ({
    weight,
    arbitrary: fc.constantFrom(...targets.filter((target) => groupOf(target) === group)),
  }));
  const spare = collectQueries(targets);
  const made = new Map(targets.map((target) => [target, requestTo(target, spare)]));
  return fc.oneof(...choices).chain((target) => made.get(target) as fc.Arbitrary<FuzzRequest>);
}

type Group = 'api' | 'workspace api' | 'share' | 'app' | 'collect' | 'pages';

/** Pages and files are many and answer alike. */
const weights: Record<Group, number> = {
  api: 30,
  'workspace api': 18,
  share: 10,
  app: 30,
  collect: 7,
  pages: 5,
};

function groupOf({ method, path, door, endpoint }: Target): Group {
  if (path === '/collect' && method === 'POST') return 'collect';
  if (path.startsWith('/app/share/')) return 'share';
  if (endpoint) return door === 'key' ? 'api' : 'workspace api';
  return path.startsWith('/app/') || /^\/(badge|counter|unsubscribe)\//.test(path) ? 'app' : 'pages';
}

/** For routes that declare no query, since some of them read one. */
function collectQueries(targets: readonly Target[]): Record<string, JsonSchema> {
  return {
    ...Object.assign({}, ...targets.map(({ query }) => query)),
    website_id: { type: 'string', examples: ['ff_'] },
    table: { type: 'string', enum: [...exportTables] },
    until: { type: 'string', examples: ['13:05'] },
  };
}

function requestTo(target: Target, spare: Record<string, JsonSchema>): fc.Arbitrary<FuzzRequest> {
  const declaresQuery = Object.keys(target.query).length > 0;
  return fc
    .record({
      method: methodFor(target),
      path: pathOf(target),
      query: declaresQuery ? queryOf(target.query, target.required, 4) : queryOf(spare, ['website_id'], 2),
      person: fc.oneof(
        { weight: 8, arbitrary: fc.constant<PersonName>('owner') },
        { weight: 2, arbitrary: fc.constantFrom<PersonName>('member', 'viewer', 'nobody') },
      ),
      headers: headersOf(target.door),
      body: bodyOf(target),
    })
    .map(({ path, query, body, headers, ...rest }) => ({
      target,
      ...rest,
      url: query === '' ? path : `${path}?${query}`,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      body,
    }));
}

function methodFor({ method }: Target): fc.Arbitrary<string> {
  const others = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');
  return fc.oneof({ weight: 30, arbitrary: fc.constant(method) }, { weight: 1, arbitrary: others });
}

function pathOf({ path, segments: schemas }: Target): fc.Arbitrary<string> {
  const segments = path.split('/');
  return fc
    .tuple(
      ...segments.map((segment, index): fc.Arbitrary<string> => {
        if (segment === '*') return fc.constantFrom('', 'a', ...hostileSegments);
        const [, name, rest = ''] = /^:(\w+)(.*)$/.exec(segment) ?? [];
        if (name === undefined) return fc.constant(segment);
        return segmentOf(name, segments[index - 1] ?? '', schemas[name]).map((text) => text + rest);
      }),
    )
    .map((parts) => parts.join('/'));
}

function segmentOf(name: string, folder: string, schema: JsonSchema | undefined): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 24, arbitrary: segmentText(name, folder, schema).map(encode) },
    { weight: 1, arbitrary: fc.constantFrom(...hostileSegments.filter((each) => each.length < 4_000)) },
  );
}

/** Placeholders stay readable until they are filled in. */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('%7B%7B', '{{').replaceAll('%7D%7D', '}}');
}

function queryOf(
  schemas: Record<string, JsonSchema>,
  required: readonly string[],
  most: number,
): fc.Arbitrary<string> {
  const pairOf = (name: string) => textOf(schemas[name] ?? {}, name).map((text) => `${name}=${encode(text)}`);
  const optional = Object.keys(schemas).filter((name) => !required.includes(name));
  const needed = required.map((name) => fc.option(pairOf(name), { nil: '', freq: 40 }));
  const some: fc.Arbitrary<string[]> =
    optional.length === 0
      ? fc.constant([])
      : fc.array(
          fc.constantFrom(...optional).chain((name) => pairOf(name)),
          { maxLength: most },
        );
  const odd = fc.oneof(
    fc.constantFrom(...hostileQueries.filter((each) => each.length < 4_000)),
    fc.tuple(fc.constantFrom(...hostileTexts), fc.constantFrom(...hostileTexts)).map(([name, value]) => {
      return `${encode(name.slice(0, 99))}=${encode(value.slice(0, 3_000))}`;
    }),
  );
  const extra = fc.option(odd, { nil: '', freq: 1 });
  const rarely: Weighted<string>[] = [
    { weight: 12, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: extra },
  ];
  return fc
    .tuple(fc.tuple(...needed), some, fc.oneof(...rarely))
    .map(([first, second, last]) => [...first, ...second, last].filter(Boolean).join('&'));
}

const oddHeaders: readonly Record<string, string>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': ';' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer wk_unknown' },
  { authorization: 'Basic YTpi' },
  { cookie: 'footfall_sign_in=%00; footfall_sign_in=a; __proto__=1' },
  { 'idempotency-key': '' },
  { 'idempotency-key': 'k'.repeat(256) },
  { 'idempotency-key': 'again' },
  { 'if-none-match': '*' },
  { accept: 'text/csv' },
  { 'accept-encoding': 'br;q=x, gzip;q=-1, *;q=0' },
  { 'accept-language': 'de-'.repeat(300) },
  { 'user-agent': 'Mozilla/5.0 '.repeat(100) },
  { 'user-agent': '' },
  { 'x-forwarded-for': '1.2.3.4, ::1, garbage' },
  { 'x-forwarded-host': 'evil.example' },
  { 'x-http-method-override': 'DELETE' },
  { expect: '100-continue' },
  { range: 'bytes=0-1' },
];

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

function headersOf(door: Door): fc.Arbitrary<Record<string, string>> {
  const usual: Record<string, string> = door === 'none' ? browser : {};
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...oddHeaders) },
  );
}

const manyMembers = Array.from({ length: 60_000 }, (_, index) => `"k${index}":{}`).join(',');

/** As much as is read of a body, made of as many parts as fit. */
const largestBodies = [
  `{${manyMembers}}`,
  `{"website_id":"{{own.website}}","goal_name":"a","properties":{${manyMembers}}}`,
  `{"website_id":"{{own.website}}","goal_name":"a","properties":{"a":[${'0,'.repeat(400_000)}0]}}`,
];

/** Some take a body that none was declared for. */
function bodyOf({ body, method }: Target): fc.Arbitrary<string | undefined> {
  if (body) {
    return fc.oneof(
      { weight: 180, arbitrary: jsonOf(body) },
      { weight: 3, arbitrary: fc.constantFrom(undefined, ...hostileBodies) },
      { weight: 1, arbitrary: fc.constantFrom(...largestBodies) },
    );
  }
  const none: Weighted<string | undefined> = { weight: 40, arbitrary: fc.constant(undefined) };
  const other: Weighted<string | undefined> = {
    weight: method === 'GET' ? 1 : 4,
    arbitrary: fc.constant('{}'),
  };
  return fc.oneof(none, other);
}
