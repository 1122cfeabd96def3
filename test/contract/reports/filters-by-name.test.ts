import { expect, it } from 'vitest';
import { catalogue, listNamed } from '../../../src/reports/catalogue.ts';
import { apiFilterTargets, filterOperators } from '../../../src/reports/question/filters.ts';
import { describeOneServer } from '../../harness/deployments.ts';
import { addresses, inMarch, rowsOfAll, type Sender, useRecords, userAgents } from './records.ts';

/** Three people who differ in every fact: the filters below leave one of them. */
const records = {
  async wanted(send: Sender) {
    await send.view('w', 'w', '2024-03-04T10:00:00Z', {
      path: '/wanted',
      ip: addresses.germany,
      user_agent: userAgents.chromeOnWindows,
      language: 'de',
      referrer: 'https://www.example.org/',
      utm_source: 'newsletter',
      utm_medium: 'email',
      utm_campaign: 'spring',
      utm_term: 'shoes',
      utm_content: 'top',
    });
    await send.view('w', 'w', '2024-03-05T00:00:40Z', { path: '/pricing' });
    await send.custom('w', 'w', '2024-03-05T00:01:00Z', { properties: { goal_name: 'order', size: 'L' } });
    await send.goal('w', '2024-03-06T10:00:00Z', { properties: { plan: 'pro' } });
    await send.payment('w', '2024-03-06T11:00:00Z', 19.99, { transaction_id: 'w' });
  },
  async other(send: Sender) {
    await send.view('o', 'o', '2024-03-04T11:00:00Z', {
      path: '/other',
      ip: addresses.unitedStates,
      user_agent: userAgents.safariOnIphone,
      language: 'en',
      referrer: 'https://chatgpt.com/',
      utm_source: 'ads',
      utm_medium: 'cpc',
      utm_campaign: 'autumn',
      utm_term: 'boots',
      utm_content: 'bottom',
    });
    await send.view('o', 'o', '2024-03-04T11:01:00Z', { path: '/pricing' });
    await send.goal('o', '2024-03-06T10:00:00Z');
    await send.payment('o', '2024-03-06T11:00:00Z', 5, { transaction_id: 'o' });
  },
  async bare(send: Sender) {
    await send.view('b', 'b', '2024-03-04T12:00:00Z', { path: '/bare' });
    await send.goal('nobody', '2024-03-06T10:00:00Z');
    await send.payment('nobody', '2024-03-06T11:00:00Z', 7, { transaction_id: 'n' });
  },
};

/** Every filter and every operator; each leaves `wanted` alone. */
const filters: Record<string, string> = {
  country: 'DE',
  device: 'is_not:mobile,unknown',
  browser: 'contains:hrom',
  os: 'starts_with:Win',
  referrer: 'ends_with:.org',
  page: '/wanted',
  utm_source: 'matches:^news',
  utm_medium: 'is:email,letter',
  utm_campaign: 'contains_not:autumn,(none)',
  utm_term: 'matches_not:^boots$,^$',
  utm_content: 'top',
  goal_name: 'order',
};

const inputs = { steps: 'page:/*,page:/pricing,goal:order,goal:signup', ...inMarch };
const filtered = listNamed(catalogue).filter(({ takesFilters }) => takesFilters);

describeOneServer('Filters of reports by name', (deployment) => {
  const everybody = useRecords(deployment, async (send) => {
    await records.wanted(send);
    await records.other(send);
    await records.bare(send);
  });
  const wantedAlone = useRecords(deployment, records.wanted);

  it('are all tried below', () => {
    expect(Object.keys(filters)).toEqual(Object.keys(apiFilterTargets));
    const tried = Object.values(filters).map((value) => value.split(':')[0]);
    expect(tried).toEqual(expect.arrayContaining(filterOperators.filter((name) => name !== 'is_not')));
  });

  it.each(filtered.flatMap(({ name }) => name ?? []))(
    'leave of %s what the others never were in',
    async (name) => {
      const expected = await rowsOfAll(wantedAlone(), name, inputs);
      const without = await rowsOfAll(everybody(), name, inputs);
      if (name !== 'ai_traffic') expect(expected).not.toEqual([]);
      expect(without).not.toEqual(expected);
      await Promise.all(
        Object.entries(filters).map(async ([filter, value]) => {
          const rows = await rowsOfAll(everybody(), name, { ...inputs, [filter]: value });
          // On pages `page` selects views, not sessions (contract §3).
          const wanted = name === 'top_pages' && filter === 'page' ? expected.slice(1) : expected;
          expect({ filter, rows }).toEqual({ filter, rows: wanted });
        }),
      );
    },
  );
});
