import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import type { Tenant } from '../../harness/tenant.ts';
import { hostileBodies, hostileJson, hostileTexts } from '../hostile-values.ts';
import { inTurns } from '../in-turns.ts';
import { type Answer, aroundToday, createScript, sendText } from './script.ts';

const runs = 20;
const hitsPerRun = 15;
const marker = 'reflected-marker';

describeOneServer('hostile hits', (deployment) => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await deployment.tenant();
  });
  let turn = 0;
  const send = async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
    const answer = await sendText(deployment.urls[turn++ % deployment.urls.length] as string, body, headers);
    requireHarmless(answer);
    return answer;
  };
  const buildText = (field: string, json: string) => {
    const message: Record<string, unknown> = {
      t: 'custom',
      u: 'https://example.com/a',
      v: 'v1',
      s: 's1',
      o: { websiteId: tenant.website },
      r: '',
      n: '',
      p: {},
      i: 1,
      d: 1,
      x: 'x',
      b: false,
    };
    delete message[field];
    const rest = JSON.stringify(message).slice(1);
    return `{${JSON.stringify(field)}:${json},${rest}`;
  };
  /** Whatever came before, a plain hit still gets through to the reports. */
  const requireAlive = async (path: string) => {
    const { status, dropped } = await createScript(
      deployment.urls,
      tenant.website,
    )({
      u: `https://example.com${path}`,
      s: path,
    });
    expect({ status, dropped }).toEqual({ status: 202, dropped: null });
    await deployment.settle();
    const rows = await tenant.rows('/pixel/analytics/pages', { ...aroundToday(), page: path });
    expect(rows).toMatchObject([{ path, views: '1' }]);
  };

  it('in every field are left out or stored as text', async () => {
    const types = ['pageview', 'custom', 'goal', 'identify', 'leave'];
    const fields = ['u', 'o', 'r', 'v', 's', 'n', 'p', 'i', 'd', 'x', 'b'];
    const values = hostileJson.filter((json) => json.length < 12_000);
    const hits = values.flatMap((json, index) => [
      ...fields.map((field, place) => {
        const type = types[(index + place) % types.length];
        return buildText(field, json).replace('"t":"custom"', `"t":"${type}"`);
      }),
      buildText('o', `{"websiteId":"${tenant.website}","exclude":${json},"mask":${json}}`),
      buildText('p', `{"goal_name":${json},"a":${json}}`),
    ]);
    await inTurns(hits, (hit) => send(hit));
    await requireAlive('/after-fields');
  });

  it('cannot make the server compare for long: patterns are bounded, and as many as may be are matched', async () => {
    const sendPatterns = (patterns: string, path: string) =>
      send(
        JSON.stringify({
          ...{ t: 'pageview', u: `https://example.com${path}`, v: 'v1', s: 's1' },
          o: { websiteId: tenant.website, exclude: patterns },
        }),
      );
    const stars = `${'*a'.repeat(1022)}*b`;
    const path = `/${'a'.repeat(2046)}`;
    expect(await sendPatterns(stars, path)).toMatchObject({ dropped: null });
    expect(await sendPatterns(stars, `${path}b`)).toMatchObject({ dropped: 'excluded' });
    expect(await sendPatterns(`${stars}*****`, path)).toMatchObject({ dropped: 'invalid' });
    const hundred = Array.from({ length: 99 }, () => '*aab').join(',');
    expect(await sendPatterns(`${hundred},*ab`, `${path}b`)).toMatchObject({ dropped: 'excluded' });
    expect(await sendPatterns(`${hundred},*ac,*ab`, `${path}b`)).toMatchObject({ dropped: 'invalid' });
    await requireAlive('/after-patterns');
  });

  it('in addresses and their tags are left out or stored as text', async () => {
    const addresses = hostileTexts.flatMap((text) => {
      const value = encodeURIComponent(text.toWellFormed()).slice(0, 3_000);
      return [
        `https://example.com/${value}?utm_source=${value}#${value}`,
        `https://example.com/?utm_campaign=${text.slice(0, 3_000)}`,
        text.slice(0, 9_000),
      ];
    });
    const tags = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];
    // Cut in the middle of a character that takes two units.
    const cut = tags.map((tag) => `https://example.com/?${tag}=${'x'.repeat(254)}😀`);
    await inTurns([...addresses, ...cut], (address) => send(buildText('u', JSON.stringify(address))));
    await requireAlive('/after-addresses');
  });

  it('in bodies as a whole are left out', async () => {
    await inTurns(hostileBodies, async (body) => {
      const { status, dropped } = await send(body);
      expect([202, 413]).toContain(status);
      if (status === 202) expect(dropped).toBe('invalid');
    });
    await requireAlive('/after-bodies');
  });

  it('in headers are left out or ignored', async () => {
    const values = [
      '',
      ' ',
      marker,
      'x'.repeat(8_000),
      '<script>',
      '\u00ff\u00fe',
      '%00',
      ';;;',
      '"',
      'a,b,c',
    ];
    const names = ['user-agent', 'accept-language', 'origin', 'x-forwarded-for', 'cf-ipcountry', 'purpose'];
    const headers = [...names, 'content-type'].flatMap((name) => values.map((value) => ({ [name]: value })));
    await inTurns(headers, (header) => send(buildText('n', '"name"'), header));
    await requireAlive('/after-headers');
  });

  it('at random are left out or stored as text', async () => {
    const bytes = fc.uint8Array({ maxLength: 2_000 }).map((each) => new Uint8Array(each));
    const message = fc
      .tuple(
        fc.constantFrom('t', 'u', 'o', 'r', 'v', 's', 'n', 'p', 'i', 'd', 'x', 'b', '__proto__'),
        fc.oneof(
          fc.json(),
          fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
        ),
      )
      .map(([field, json]) => buildText(field, json));
    const anything = fc.oneof(bytes, message, fc.json(), fc.string({ unit: 'binary' }));
    const hits = fc.array(anything, { minLength: hitsPerRun, maxLength: hitsPerRun });
    await fc.assert(
      fc.asyncProperty(hits, async (bodies) => {
        await inTurns(bodies, (body) => send(body));
      }),
      { numRuns: runs },
    );
    await requireAlive('/after-random');
  });
});

function requireHarmless({ status, dropped, text, headers }: Answer): void {
  expect([202, 400, 413, 415]).toContain(status);
  if (status === 202) expect(text).toBe('');
  expect(dropped ?? '').toMatch(/^[a-z_]*$/);
  const told = `${text} ${JSON.stringify([...headers])}`;
  expect(told).not.toContain(marker);
  expect(told).not.toContain('<script>');
}
