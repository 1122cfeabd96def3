import { expect, it } from 'vitest';
import type { WorkspaceId } from '../contract/ids.ts';
import type { JsonObject } from '../contract/json-object.ts';
import { parseJson } from '../contract/json-text.ts';
import { buildEvent, buildIdentity, buildPayment, type Draft } from './build-drafts.ts';
import { buildRows } from './build-records.ts';

const sender = { workspaceId: 'w' as WorkspaceId, now: 1_000 };
const surroundings = {
  ownDomains: ['shop.example'],
  findCountry: (address: string) => (address === '203.0.113.7' ? 'DE' : ''),
};
const event = { website_id: 'ff_test', name: 'pageview' as const, visitor_id: 'v', session_id: 's' };
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

const spool = (draft: Draft) => JSON.stringify(draft.record(draft.response));
const rowsOf = (draft: Draft) => buildRows(JSON.parse(spool(draft)), 7);

it('spools neither an address nor an external ID, nor the key of a retry', () => {
  const body = { ...event, ip: '203.0.113.7', event_id: 'secret-key' };
  const seen = spool(buildEvent(sender, body, surroundings));
  const identity = {
    website_id: 'ff_test',
    visitor_id: 'v',
    external_id: 'jane@customer.example',
    event_id: 'secret-key',
  };
  const identified = buildIdentity(sender, identity, 'server');
  for (const secret of ['203.0.113.7', 'jane@customer.example', 'secret-key']) {
    expect(seen + spool(identified)).not.toContain(secret);
  }
  expect(rowsOf(buildEvent(sender, body, surroundings)).hits?.country).toBe('DE');
});

it('leaves what the answer does not need to whoever builds the rows', () => {
  const body = {
    ...event,
    user_agent: chrome,
    language: 'de-AT,de;q=0.9',
    referrer: 'https://www.google.com/',
  };
  const draft = buildEvent(sender, body, surroundings);
  expect(draft.record(draft.response)).toMatchObject({ told: { user_agent: chrome } });
  expect(rowsOf(draft)).toMatchObject({
    hits: {
      browser: 'Chrome',
      language: 'de-AT',
      channel: 'Organic Search',
      referrer_host: 'google.com',
      seq: 7,
    },
  });
});

it('tells programs from people when the rows are built, whatever ids the answer gave', () => {
  const program = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';
  const draft = buildEvent(sender, { ...event, user_agent: program, path: '/a' }, surroundings);
  expect(draft.response).toEqual({ accepted: true, visitor_id: 'v', session_id: 's' });
  expect(rowsOf(draft)).toEqual({ crawls: expect.objectContaining({ operator: 'OpenAI', path: '/a' }) });
});

it('knows the own pages of the moment in which a record was accepted', () => {
  const body = { ...event, referrer: 'https://www.shop.example/cart' };
  expect(rowsOf(buildEvent(sender, body, surroundings)).hits).toMatchObject({
    referrer_host: '',
    channel: 'Direct',
  });
  const elsewhere = { ...surroundings, ownDomains: [] };
  expect(rowsOf(buildEvent(sender, body, elsewhere)).hits?.referrer_host).toBe('shop.example');
});

it('takes over the ids that the first answer of a retried call named', () => {
  const draft = buildEvent(sender, { ...event, visitor_id: '', session_id: '' }, surroundings);
  const first = { accepted: true as const, visitor_id: 'first', session_id: 'first session' };
  expect(buildRows(draft.record(first), 7).hits).toMatchObject({
    visitor_id: 'first',
    session_id: 'first session',
  });
});

it('makes a refund negative, however it was said', () => {
  const payment = { website_id: 'ff_test', transaction_id: 't', currency: 'eur', visitor_id: 'v' };
  const amountOf = (more: { amount: number; refunded?: boolean }) =>
    rowsOf(buildPayment(sender, { ...payment, ...more })).payments;
  expect(amountOf({ amount: 5, refunded: true })).toMatchObject({ amount: '-5.000000', kind: 'refund' });
  expect(amountOf({ amount: -5 })).toMatchObject({ amount: '-5.000000', kind: 'refund', currency: 'EUR' });
  expect(amountOf({ amount: 5 })).toMatchObject({ amount: '5.000000', kind: 'plain' });
});

it('keeps properties as they were sent, also those of records that an earlier release spooled', () => {
  const { properties } = parseJson('{"properties":{"goal_name":"buy","2":1.0}}') as {
    properties: JsonObject;
  };
  const draft = buildEvent(sender, { ...event, name: 'custom', properties }, surroundings);
  expect(rowsOf(draft).conversions).toMatchObject({
    name: 'buy',
    details: '{"goal_name":"buy","2":1.0}',
    texts: { goal_name: 'buy' },
  });
  const record = draft.record(draft.response);
  if (record.kind !== 'event') throw new Error('An event was expected.');
  expect(buildRows({ ...record, properties: { goal_name: 'buy', n: 1 } }, 7).conversions).toMatchObject({
    name: 'buy',
    details: '{"goal_name":"buy","n":1}',
  });
});
