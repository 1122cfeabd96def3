/** What the page of AI traffic asks beyond the API: pages by operator and purpose, series, and a filter by operator. */
import { describe, expect, it } from 'vitest';
import { aiSeries } from '../../src/reports/ai-series.ts';
import { aiSites } from '../../src/reports/ai-sites.ts';
import { aiTraffic } from '../../src/reports/ai-traffic.ts';
import { crawledPages } from '../../src/reports/crawled-pages.ts';
import { arrivals, hit, useStage } from './stage.ts';

const agents = {
  gptBot: 'Mozilla/5.0 (compatible; GPTBot/1.3; +https://openai.com/gptbot)',
  chatGptUser: 'Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)',
  claudeBot: 'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  googlebot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
};

const crawl = (agent: keyof typeof agents, path: string, ts: string) =>
  hit({ visitor_id: 'crawler', session_id: 's', user_agent: agents[agent], path }, ts);

const march = { from: '2024-03-01', to: '2024-03-31' };

describe.each(arrivals)('AI traffic of records that arrive %s', (arrival) => {
  const stage = useStage(
    [
      crawl('gptBot', '/a', '2024-03-04T10:00:00Z'),
      crawl('gptBot', '/a', '2024-03-05T10:00:00Z'),
      crawl('chatGptUser', '/a', '2024-03-05T12:00:00Z'),
      crawl('claudeBot', '/a', '2024-03-05T12:00:00Z'),
      crawl('claudeBot', '/b', '2024-03-06T12:00:00Z'),
      // Not of an AI operator.
      crawl('googlebot', '/b', '2024-03-06T12:00:00Z'),
      hit({ visitor_id: 'ann', session_id: 'a', referrer: 'https://chatgpt.com/' }, '2024-03-05T10:00:00Z'),
      hit({ visitor_id: 'bob', session_id: 'b', referrer: 'https://claude.ai/' }, '2024-03-05T11:00:00Z'),
      hit({ visitor_id: 'cem', session_id: 'c' }, '2024-03-05T11:00:00Z'),
    ],
    { forDashboard: true, arrival },
  );
  const pages = async (query: Record<string, string> = {}) =>
    (await stage.rows(crawledPages, { ...march, ...query })).map((row) => [
      row.operator,
      row.path,
      row.crawls,
      row.last_crawl,
    ]);

  it('tells which pages were fetched, by whom and when last', async () => {
    expect(await pages()).toEqual([
      ['OpenAI', '/a', '3', '2024-03-05T12:00:00.000Z'],
      ['Anthropic', '/a', '1', '2024-03-05T12:00:00.000Z'],
      ['Anthropic', '/b', '1', '2024-03-06T12:00:00.000Z'],
    ]);
    expect(await pages({ purpose: 'agent' })).toEqual([['OpenAI', '/a', '1', '2024-03-05T12:00:00.000Z']]);
    expect((await pages({ limit: '1', first_row: '3' })).map(([, path]) => path)).toEqual(['/b']);
    const [row] = await stage.rows(crawledPages, { ...march, limit: '1' });
    expect(row).toMatchObject({ training_crawls: '2', search_crawls: '0', agent_requests: '1', total: '3' });
  });

  it('is narrowed by operator with what its programs fetched; other filters select people alone', async () => {
    expect((await pages({ ai_operator: 'Anthropic' })).map(([, path]) => path)).toEqual(['/a', '/b']);
    expect((await pages({ ai_operator: 'is_not:Anthropic' })).map(([name]) => name)).toEqual(['OpenAI']);
    expect(await pages({ country: 'DE', page: '/b' })).toHaveLength(3);
    const operators = async (ai_operator: string) =>
      (await stage.rows(aiTraffic, { ...march, ai_operator })).map((row) => [
        row.operator,
        row.visitors,
        row.crawls,
      ]);
    expect(await operators('contains:Open')).toEqual([['OpenAI', '1', '3']]);
    expect(await operators('matches_not:^Open')).toEqual([['Anthropic', '1', '2']]);
  });

  it('tells the sites that people came from, and no others', async () => {
    const sites = async (more = {}) =>
      (await stage.rows(aiSites, { ...march, ...more })).map(({ site, visitors }) => [site, visitors]);
    expect(await sites()).toEqual([
      ['chatgpt.com', '1'],
      ['claude.ai', '1'],
    ]);
    expect(await sites({ ai_operator: 'is_not:OpenAI' })).toEqual([['claude.ai', '1']]);
  });

  it('is told by days, empty ones too', async () => {
    const query = { from: '2024-03-03', to: '2024-03-05', granularity: 'day' };
    const series = async (more = {}) =>
      (await stage.rows(aiSeries, { ...query, ...more })).map(({ visitors, crawls }) => [visitors, crawls]);
    expect(await series()).toEqual([
      ['0', '0'],
      ['0', '1'],
      ['2', '3'],
    ]);
    expect((await series({ ai_operator: 'OpenAI' })).at(-1)).toEqual(['1', '2']);
    expect((await series({ until: '10:30' })).at(-1)).toEqual(['1', '1']);
  });
});
