import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { addresses, bounced, march, useRecords, userAgents } from './records.ts';

const path = '/pixel/metrics/ai_traffic';
const range = { from: '2024-03-01', to: '2024-03-31' };

const crawlers = {
  gptBot:
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.3; +https://openai.com/gptbot',
  searchBot:
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot',
  chatGptUser:
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
  claudeBot:
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  tavily: 'Mozilla/5.0 (compatible; TavilyBot; +https://tavily.com/)',
  googlebot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
};

const nothing = {
  referrals: '0',
  visitors: '0',
  conversions: '0',
  revenue: 0,
  crawls: '0',
  training_crawls: '0',
  search_crawls: '0',
  agent_requests: '0',
  pages: '0',
};

describeOneServer('ai_traffic', (deployment) => {
  const crawled = useRecords(deployment, async (send) => {
    const crawl = (user_agent: string, ts: string, fields = {}) =>
      send.view('crawler', 's', ts, { user_agent, ...fields });
    await crawl(crawlers.gptBot, '2024-03-04T10:00:00Z', { path: '/a' });
    await crawl(crawlers.gptBot, '2024-03-04T10:00:01Z', { path: '/b', ip: addresses.unitedStates });
    await crawl(crawlers.searchBot, '2024-03-05T10:00:00Z', { path: '/b' });
    await crawl(crawlers.chatGptUser, '2024-03-06T10:00:00Z', { path: '/b' });
    await crawl(crawlers.chatGptUser, '2024-03-06T10:00:01Z', { path: '/c' });
    await crawl(crawlers.claudeBot, '2024-03-06T10:00:00Z', { referrer: 'https://claude.ai/' });
    await crawl(crawlers.tavily, '2024-03-06T10:00:00Z', { path: '/a' });
    await crawl(crawlers.googlebot, '2024-03-06T10:00:00Z', { path: '/a' });
    await send.custom('crawler', 's', '2024-03-06T10:00:00Z', { user_agent: crawlers.claudeBot, path: '/d' });
    await crawl(crawlers.gptBot, '2024-02-28T10:00:00Z', { path: '/earlier' });
  });
  const referred = useRecords(deployment, async (send) => {
    // Two sessions of one visitor, one of another: three referrals, two visitors.
    const chatGpt = { referrer: 'https://chatgpt.com/', user_agent: userAgents.chromeOnWindows };
    await send.view('a', 'a1', '2024-03-04T10:00:00Z', chatGpt);
    await send.view('a', 'a1', '2024-03-04T10:05:00Z', { path: '/b' });
    await send.custom('a', 'a1', '2024-03-04T10:06:00Z');
    await send.view('a', 'a2', '2024-03-05T10:00:00Z', { utm_source: 'chatgpt.com', ip: addresses.germany });
    await send.view('b', 'b1', '2024-03-06T10:00:00Z', chatGpt);
    await send.goal('b', '2024-03-06T10:01:00Z');
    await send.payment('b', '2024-03-06T10:02:00Z', 40.5);
    await send.payment('b', '2024-03-06T10:03:00Z', -10);
    await send.view('c', 'c1', '2024-03-06T10:00:00Z', { referrer: 'https://www.perplexity.ai/search' });
    await send.view('d', 'd1', '2024-03-06T10:00:00Z', { referrer: 'https://www.google.com/' });
    await send.payment('d', '2024-03-06T10:02:00Z', 1000);
    await send.view('e', 'e1', '2024-03-06T10:00:00Z', { user_agent: crawlers.gptBot, path: '/x' });
  });

  it('counts the visits of crawlers by operator and purpose, of whatever kind their records are', async () => {
    // OpenAI: two to train, one to index, two for people, on /a, /b and /c. Anthropic: a pageview of / and a custom
    // event on /d. One crawler of which nobody says what it is for. Googlebot is no AI.
    expect(await crawled().rows(path, range)).toEqual([
      { ...nothing, operator: 'Anthropic', crawls: '2', training_crawls: '2', pages: '2' },
      {
        ...nothing,
        operator: 'OpenAI',
        crawls: '5',
        training_crawls: '2',
        search_crawls: '1',
        agent_requests: '2',
        pages: '3',
      },
      { ...nothing, operator: 'Other', crawls: '1', pages: '1' },
    ]);
  });

  it('keeps them, and other bots, apart from people in every report', async () => {
    const tenant = crawled();
    for (const name of [
      'pages',
      'referrers',
      'countries',
      'devices',
      'browsers',
      'operating-systems',
      'campaigns',
      'hostnames',
    ]) {
      expect(await tenant.rows(`/pixel/analytics/${name}`, march), name).toEqual([]);
    }
    const series = await tenant.rows('/pixel/analytics/timeseries', { ...march, metric: 'pageviews' });
    expect(series.every(({ value }) => value === 0)).toBe(true);
    expect(await tenant.rows('/pixel/visitors/crawler')).toEqual([]);
    const overview = await tenant.rows('/pixel/analytics/overview');
    expect(overview).toMatchObject([{ events_last_5m: '0' }]);
  });

  it('counts other bots that a server reports in tracking health', async () => {
    const rows = await crawled().rows('/pixel/metrics/tracking_health', range);
    expect(rows.find(({ check }) => check === 'bots')).toMatchObject({
      status: 'ok',
      value: '1',
      last_at: '2024-03-06T10:00:00.000Z',
    });
  });

  it('credits assistants with the visits that they refer, and what came of them', async () => {
    // OpenAI: sessions a1, a2, b1 of a and b; the custom event of a and the goal of b; 40.50 − 10.
    expect(await referred().rows(path, range)).toEqual([
      {
        ...nothing,
        operator: 'OpenAI',
        referrals: '3',
        visitors: '2',
        conversions: '2',
        revenue: 30.5,
        crawls: '1',
        training_crawls: '1',
        pages: '1',
      },
      { ...nothing, operator: 'Perplexity', referrals: '1', visitors: '1' },
    ]);
  });

  it('selects days, and filters people alone', async () => {
    const openAiOn = async (day: string) => {
      const rows = await crawled().rows(path, { from: day, to: day });
      return rows.find(({ operator }) => operator === 'OpenAI');
    };
    expect(await openAiOn('2024-03-04')).toMatchObject({ crawls: '2', pages: '2' });
    expect(await openAiOn('2024-03-05')).toMatchObject({ crawls: '1', search_crawls: '1' });
    expect(await openAiOn('2024-03-07')).toBeUndefined();
    const inGermany = await referred().rows(path, { ...range, country: 'DE' });
    expect(inGermany).toEqual([
      {
        ...nothing,
        operator: 'OpenAI',
        referrals: '1',
        visitors: '1',
        crawls: '1',
        training_crawls: '1',
        pages: '1',
      },
    ]);
    expect(await referred().rows(path, { ...range, limit: 1 })).toHaveLength(1);
  });

  it('answers the server as for any record, and names the visitor it would have been', async () => {
    const tenant = crawled();
    const { status, body } = await tenant.post('/pixel/events', {
      website_id: tenant.website,
      user_agent: crawlers.gptBot,
      ts: '2023-01-01T00:00:00Z',
    });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      accepted: true,
      visitor_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('records a retry of a crawl once', async () => {
    const tenant = await deployment.tenant();
    const body = {
      website_id: tenant.website,
      user_agent: crawlers.gptBot,
      event_id: 'one',
      ts: '2024-03-04T10:00:00Z',
    };
    const first = await tenant.post('/pixel/events', body);
    const second = await tenant.post('/pixel/events', body);
    expect(second.body.data).toEqual(first.body.data);
    await deployment.settle();
    expect(await tenant.rows(path, range)).toMatchObject([{ operator: 'OpenAI', crawls: '1' }]);
  });
});

describeOneServer('records of a server', (deployment) => {
  const tenant = useRecords(deployment, async (send) => {
    const fields = { ip: addresses.germany, user_agent: userAgents.safariOnIpad, language: 'de-DE' };
    await send.view('a', 'a', '2024-03-04T10:00:00Z', fields);
  });

  it('get country, device, browser and system from ip and user_agent', async () => {
    const report = (name: string) => tenant().rows(`/pixel/analytics/${name}`, march);
    expect(await report('countries')).toEqual([{ country: 'DE', ...bounced(1) }]);
    expect(await report('devices')).toEqual([{ device: 'tablet', ...bounced(1) }]);
    expect(await report('browsers')).toEqual([{ browser: 'Safari', ...bounced(1) }]);
  });
});
