/** What a careless or hostile client sends where a value is expected. */

const long = 'x'.repeat(10_000);

export const hostileTexts: readonly string[] = [
  "' OR 1=1 --",
  "'); DROP TABLE hits; --",
  '" UNION ALL SELECT * FROM conversions --',
  '{p0:String}',
  "\\') OR ('1'='1",
  '\\',
  '\0',
  'a\0b',
  '\ufffd\ufffe\uffff',
  long,
  '__proto__',
  'constructor',
  'toString',
  '1e400',
  '18446744073709551616',
  '-0',
  '-1',
  'NaN',
  '💶🏴\u{e0067}\u{e007f}',
  '\u202eمرحبا\u2066',
  '%s%n%00%2F',
  ' ',
  '\t\r\nX-Injected: 1',
  ',,,',
  'matches:(',
  'matches:(a+)+$,\\p{Greek}',
  `matches:${'('.repeat(400)}`,
  'contains:%_\\,',
  `is_not:${'v,'.repeat(21)}v`,
  '2026-02-30',
  '0000-01-01',
  '9999-12-31',
  'Etc/../../etc/passwd',
];

/** Raw text for a place between two slashes. */
export const hostileSegments: readonly string[] = [
  ...hostileTexts.map((text) => encodeURIComponent(text)),
  '%',
  '%zz',
  '%00',
  '%2F',
  '%2e%2e%2f',
  '%C0%AF',
  '%ED%A0%80',
  '%ff%fe',
  ';a=b',
  '%20%09',
  '*',
  ':id',
];

/** Raw query strings to append: parameters that repeat, look like arrays, or are not encoded properly. */
export const hostileQueries: readonly string[] = [
  'website_id[]=x',
  'website_id[a]=x',
  'a[b]=c',
  'limit=1&limit=2',
  'cursor=a&cursor=b',
  'country=DE&country=FR',
  'country[]=DE',
  '__proto__=1',
  '__proto__[admin]=1',
  'constructor[prototype][a]=1',
  'hasOwnProperty=1',
  '&&&==&=',
  '%',
  '%zz=%zz',
  '%00=%00',
  'page=%00',
  'page=%ff%fe',
  'page=%ED%A0%80',
  'report=x&goal_name=y&visitor_id=z&id=w',
  Array.from({ length: 1_500 }, (_, n) => `p${n}=1`).join('&'),
];

const deep = 100_000;

/** JSON texts for one field of a body. */
export const hostileJson: readonly string[] = [
  ...hostileTexts.map((text) => JSON.stringify(text)),
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u0000"',
  '""',
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '1e400',
  '-1e400',
  '1e308',
  '18446744073709551616',
  '0.1234567890123456789',
  '[]',
  '["a"]',
  '[[["a"]]]',
  '{}',
  '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}',
  '{"__proto__":"text","a\\u0000b":"\\u0000","\\ud800":"\\udc00","":""}',
  '{"goal_name":"\\u0000"}',
  '{"goal_name":{"toString":1}}',
  `{"${long}":"${long}"}`,
  `${'{"a":'.repeat(63)}{}${'}'.repeat(63)}`,
];

/** Refused before anybody looks at the field that it is in. */
export const deepJson: readonly string[] = [
  `${'['.repeat(deep)}${']'.repeat(deep)}`,
  `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`,
];

/** Whole bodies. */
export const hostileBodies: readonly string[] = [
  '',
  ' ',
  '{',
  'null',
  '[]',
  '"text"',
  '1',
  'NaN',
  '{}',
  '{"__proto__":{"website_id":"x"}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '\ufeff{}',
  `${'['.repeat(deep)}${']'.repeat(deep)}`,
  `${'{"website_id":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":${n}`).join(',')}}`,
];
