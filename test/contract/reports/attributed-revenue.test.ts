import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { addresses, addWebsite, inMarch, rowsOfAll, useRecords } from './records.ts';

const path = '/pixel/metrics/attributed_revenue';

const google = named('Organic Search', 'google.com', '(none)', '(none)');
const newsletter = named('Email', 'newsletter', 'email', 'spring');
const direct = named('Direct', '(direct)', '(none)', '(none)');
const referral = named('Referral', 'example.org', '(none)', '(none)');
const nothing = { revenue: 0, revenue_new: 0, revenue_renewal: 0, revenue_refund: 0, revenue_per_visitor: 0 };

function named(channel: string, source: string, medium: string, campaign: string) {
  return { channel, source, medium, campaign };
}

describeOneServer('attributed_revenue', (deployment) => {
  const tenant = useRecords(deployment, async (send) => {
    const tagged = { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'spring' };
    await send.view('a', 'a1', '2024-03-01T10:00:00Z', { ...tagged, ip: addresses.germany });
    await send.view('a', 'a2', '2024-03-05T10:00:00Z', { referrer: 'https://www.google.com/' });
    await send.view('a', 'a3', '2024-03-08T10:00:00Z');
    await send.payment('a', '2024-03-08T12:00:00Z', 100);
    await send.payment('a', '2024-03-09T12:00:00Z', -10);
    await send.payment('nobody', '2024-03-08T12:00:00Z', 7);
  });
  const rowsOf = (query: Record<string, string> = {}) => tenant().rows(path, { ...inMarch, ...query });
  const all = { payments: '2', visitors: '1' };

  it('credits the last session that was not direct, unless told otherwise', async () => {
    const model = 'last_non_direct';
    const rows = [
      { ...google, ...all, revenue: 90, revenue_new: 100, revenue_renewal: 0, revenue_refund: -10 },
      {
        ...direct,
        payments: '1',
        visitors: '1',
        revenue: 7,
        revenue_new: 7,
        revenue_renewal: 0,
        revenue_refund: 0,
      },
    ].map((row) => ({ ...row, revenue_per_visitor: row.revenue, model }));
    expect(await rowsOf()).toEqual(rows);
    expect(await rowsOf({ model })).toEqual(rows);
  });

  it('credits the first', async () => {
    const [first, second] = await rowsOf({ model: 'first' });
    expect(first).toEqual({
      ...newsletter,
      ...all,
      ...nothing,
      revenue: 90,
      revenue_new: 100,
      revenue_refund: -10,
      revenue_per_visitor: 90,
      model: 'first',
    });
    expect(second).toMatchObject({ ...direct, revenue: 7, payments: '1', visitors: '1' });
  });

  it('credits the last', async () => {
    expect(await rowsOf({ model: 'last' })).toEqual([
      {
        ...direct,
        revenue: 97,
        revenue_new: 107,
        revenue_renewal: 0,
        revenue_refund: -10,
        payments: '3',
        visitors: '1',
        revenue_per_visitor: 97,
        model: 'last',
      },
    ]);
  });

  it('credits all of them in shares that add up to the amount', async () => {
    const rows = await rowsOf({ model: 'linear' });
    // A third each, the last session of each payment with what remains: 33.333334 and -3.333334, and 7 from nobody.
    expect(rows).toEqual([
      {
        ...direct,
        revenue: 37,
        revenue_new: 40.333334,
        revenue_renewal: 0,
        revenue_refund: -3.333334,
        payments: '3',
        visitors: '1',
        revenue_per_visitor: 37,
        model: 'linear',
      },
      ...[newsletter, google].map((row) => ({
        ...row,
        ...all,
        revenue: 30,
        revenue_new: 33.333333,
        revenue_renewal: 0,
        revenue_refund: -3.333333,
        revenue_per_visitor: 30,
        model: 'linear',
      })),
    ]);
  });

  it('narrows shares, and visitors, by their sessions', async () => {
    const thirds = { revenue: 30, payments: '2', visitors: '1' };
    expect(await rowsOf({ model: 'linear', country: 'DE' })).toMatchObject([{ ...newsletter, ...thirds }]);
    expect(await rowsOf({ model: 'linear', referrer: 'google.com' })).toMatchObject([
      { ...google, ...thirds },
    ]);
    // What has no session has no country; the session that got the credit of the other payments has none either.
    expect(await rowsOf({ country: '(none)' })).toMatchObject([
      { ...google, revenue: 90 },
      { ...direct, revenue: 7 },
    ]);
    expect(await rowsOf({ country: 'is_not:DE', referrer: '(none)' })).toMatchObject([
      { ...direct, revenue: 7 },
    ]);
    expect(await rowsOf({ page: '/nowhere' })).toEqual([]);
    expect(await rowsOf({ page: 'is_not:/nowhere' })).toHaveLength(2);
  });

  it('cuts to the limit, highest revenue first', async () => {
    expect(await rowsOf({ limit: '1' })).toMatchObject([{ ...google, revenue: 90 }]);
  });

  it.each(['Last', 'time_decay', ''])('does not know the model "%s"', async (model) => {
    const { status, body } = await tenant().get(path, { ...inMarch, model });
    expect([status, body.error.code]).toEqual([400, 'invalid_model']);
  });
});

describeOneServer('attributed_revenue looks back', (deployment) => {
  const tenant = useRecords(deployment, async (send) => {
    const referrer = 'https://example.org/';
    // Thirty days to the millisecond, and one millisecond more.
    await send.view('in', 'in', '2024-02-09T10:00:00.000Z', { referrer });
    await send.payment('in', '2024-03-10T10:00:00.000Z', 1);
    await send.view('out', 'out', '2024-02-09T09:59:59.999Z', { referrer });
    await send.payment('out', '2024-03-10T10:00:00.000Z', 2);
    // A session that goes on for longer counts from where it began.
    await send.view('long', 'long', '2024-02-09T09:00:00Z', { referrer });
    await send.view('long', 'long', '2024-02-10T09:00:00Z', { referrer });
    await send.payment('long', '2024-03-10T10:00:00Z', 4);
    // In the same instant is at or before; a moment later is not.
    await send.view('same', 'same', '2024-03-10T10:00:00Z', { referrer });
    await send.payment('same', '2024-03-10T10:00:00Z', 8);
    await send.payment('late', '2024-03-10T10:00:00Z', 16);
    await send.view('late', 'late', '2024-03-10T10:00:00.001Z', { referrer });
  });

  it('30 days, both ends included', async () => {
    expect(await tenant().rows(path, inMarch)).toMatchObject([
      { ...direct, revenue: 2 + 4 + 16, payments: '3', visitors: '0', revenue_per_visitor: 0 },
      // Two persons have been there in March: same and late.
      { ...referral, revenue: 1 + 8, payments: '2', visitors: '2', revenue_per_visitor: 4.5 },
    ]);
  });
});

describeOneServer('attributed_revenue of persons', (deployment) => {
  const tenant = useRecords(deployment, async (send, own) => {
    const sendToOther = await addWebsite(deployment, own);
    await send.view('phone', 'p', '2024-03-04T10:00:00Z', { referrer: 'https://example.org/' });
    await send.view('phone', 'p2', '2024-03-04T20:00:00Z', { referrer: 'https://example.org/' });
    await send.view('laptop', 'l', '2024-03-05T10:00:00Z', { referrer: 'https://www.google.com/' });
    await send.payment('tablet', '2024-03-06T10:00:00Z', 50);
    for (const visitor of ['phone', 'laptop', 'tablet']) await send.identify(visitor, 'erin');
    // Another website has persons of its own.
    await sendToOther.payment('tablet', '2024-03-06T10:00:00Z', 3);
    await sendToOther.identify('tablet', 'erin');
    // Who was identified anew belongs to the new one alone.
    await send.view('shared', 's', '2024-03-05T12:00:00Z', { referrer: 'https://example.net/' });
    await send.identify('shared', 'erin');
    await send.identify('shared', 'frank');
  });

  it('credits sessions of all visitors of the person, also from before they were identified', async () => {
    expect(await tenant().rows(path, { ...inMarch, model: 'linear' })).toMatchObject([
      // Two of three sessions, one person.
      { ...referral, revenue: 33.333332, payments: '1', visitors: '1' },
      { ...google, revenue: 16.666668, payments: '1', visitors: '1' },
    ]);
    expect(await tenant().rows(path, { ...inMarch, model: 'first' })).toMatchObject([
      { ...referral, revenue: 50 },
    ]);
  });

  it('keeps persons of websites apart', async () => {
    expect(await rowsOfAll(tenant(), 'attributed-revenue', inMarch)).toMatchObject([
      { ...google, revenue: 50, payments: '1' },
      { ...direct, revenue: 3, payments: '1', visitors: '0' },
    ]);
  });

  it('shows nothing of another workspace', async () => {
    const other = await deployment.tenant();
    expect(await rowsOfAll(other, 'attributed_revenue', inMarch)).toEqual([]);
  });
});
