import { expect, it } from 'vitest';
import { describeControl } from '../../test/harness/control.ts';
import { createClaims, retryClaim, transactionClaim } from './claims.ts';

const now = Date.UTC(2026, 2, 1, 12);
const dayMs = 24 * 60 * 60_000;
const key = retryClaim('w1', 'payments', 'ff_1', 'order-7');

function requestOf(transactionId: string, eventId: string) {
  return { response: { event_id: eventId }, claims: [transactionClaim('w1', 'ff_1', transactionId)] };
}

describeControl('a reserved key', ({ open }) => {
  it('gives copies the first answer, to be recorded until one of them is stored', async () => {
    const claims = createClaims(await open());
    const first = { event_id: 'e1' };
    expect(await claims.reserve(key, requestOf('t1', 'e1'), now)).toEqual({
      response: first,
      isSettled: false,
    });
    expect(await claims.reserve(key, requestOf('t1', 'e2'), now)).toEqual({
      response: first,
      isSettled: false,
    });
    await claims.settle([{ fingerprint: key, owner: 'spool:1' }], now);
    expect(await claims.reserve(key, requestOf('t1', 'e3'), now)).toEqual({
      response: first,
      isSettled: true,
    });
  });

  it('is settled for a request with other claims before anything is stored', async () => {
    const claims = createClaims(await open());
    await claims.reserve(key, requestOf('t1', 'e1'), now);
    expect(await claims.reserve(key, requestOf('t2', 'e2'), now)).toEqual({
      response: { event_id: 'e1' },
      isSettled: true,
    });
    expect(await claims.reserve(key, { response: {}, claims: [] }, now)).toMatchObject({ isSettled: true });
  });

  it('is new after 24 hours, with the claims of whoever takes it then', async () => {
    const claims = createClaims(await open());
    await claims.reserve(key, requestOf('t1', 'e1'), now);
    const later = now + dayMs;
    expect(await claims.reserve(key, requestOf('t2', 'e2'), later - 1)).toMatchObject({ isSettled: true });
    expect(await claims.reserve(key, requestOf('t2', 'e2'), later)).toEqual({
      response: { event_id: 'e2' },
      isSettled: false,
    });
    expect(await claims.reserve(key, requestOf('t1', 'e3'), later)).toEqual({
      response: { event_id: 'e2' },
      isSettled: true,
    });
  });

  it('takes every request for a copy where the row is of a release that kept no claims', async () => {
    const control = await open();
    const claims = createClaims(control);
    await control.db
      .insertInto('record_claims')
      .values({
        fingerprint: key,
        response: JSON.stringify({ event_id: 'e1' }),
        created_at: now,
        expires_at: now + dayMs,
      })
      .execute();
    expect(await claims.reserve(key, requestOf('t1', 'e2'), now)).toEqual({
      response: { event_id: 'e1' },
      isSettled: false,
    });
    await claims.settle([{ fingerprint: key, owner: 'spool:1' }], now);
    expect(await claims.reserve(key, requestOf('t1', 'e3'), now)).toEqual({
      response: { event_id: 'e1' },
      isSettled: true,
    });
  });
});
