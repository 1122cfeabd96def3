/**
 * What of curl the documentation uses, so that its commands run on machines without it: -H, -d, -X, -G, and -OJ for a
 * file of the name that the server gives. A refusal ends it with 22, as `curl --fail` has it.
 */
import { writeFileSync } from 'node:fs';

const words = process.argv.slice(2);
const given = { headers: [], data: [], method: undefined, asQuery: false, asFile: false, url: '' };
for (let at = 0; at < words.length; at += 1) {
  const word = words[at];
  if (word === '-H') given.headers.push(words[++at].split(/: (.*)/s, 2));
  else if (word === '-d') given.data.push(words[++at]);
  else if (word === '-X') given.method = words[++at];
  else if (word === '-G') given.asQuery = true;
  else if (word === '-OJ') given.asFile = true;
  else if (word.startsWith('-') || given.url) throw new Error(`This curl does not know ${word}.`);
  else given.url = word;
}
const url = new URL(given.url);
if (given.asQuery) {
  for (const pair of given.data) url.searchParams.append(...pair.split(/=(.*)/s, 2));
}
const body = given.asQuery || given.data.length === 0 ? undefined : given.data.join('&');
const response = await fetch(url, {
  method: given.method ?? (body === undefined ? 'GET' : 'POST'),
  headers: given.headers,
  body,
});
const name = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
if (given.asFile) writeFileSync(name, await response.text());
else process.stdout.write(`${await response.text()}\n`);
process.exitCode = response.ok ? 0 : 22;
