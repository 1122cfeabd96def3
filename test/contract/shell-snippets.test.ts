/** Commands that docs and the API reference show, run as they stand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUser } from '../../src/users/create-user.ts';
import { describeOneServer } from '../harness/deployments.ts';
import { findSnippets, kindOf } from '../harness/find-snippets.ts';
import { root } from '../harness/root.ts';
import { openShell, type Shell } from '../harness/run-shell.ts';
import type { Tenant } from '../harness/tenant.ts';

const commands = findSnippets().filter((snippet) => kindOf(snippet) === 'shell');
/** What every check-out of the repository begins with, and what starts a program of a guide, has tests of its own. */
const runHere = commands.filter(({ code }) => !/^npm |^node /m.test(code));

/** As the examples of the API name them. */
const exampleWebsite = 'ff_pUb1icWebsiteId';
const exampleWebsiteUuid = '0190c7a4-8d1e-7c3b-9c55-2b3c4d5e6f7a';

describeOneServer('commands of the documentation', (deployment) => {
  let shell: Shell;
  let tenant: Tenant;

  beforeAll(async () => {
    shell = await openShell();
    tenant = await deployment.tenant();
    const ada = {
      workspaceId: tenant.workspaceId,
      email: 'ada@example.com',
      password: 'correct horse battery',
    };
    await createUser(deployment.control(), ada, Date.now);
  });
  afterAll(() => shell.close());

  const url = () => deployment.urls[0] as string;
  const fill = (code: string): string =>
    code
      .replaceAll('ff_…', tenant.website)
      .replaceAll('wk_…', tenant.key)
      .replaceAll('WEBSITE_UUID', tenant.websiteUuid)
      .replaceAll(/\bWORKSPACE_ID\b|(?<=--workspace )ID\b/g, tenant.workspaceId)
      .replaceAll('http://127.0.0.1:8080', url());
  const environment = () => ({
    ...deployment.environment,
    FOOTFALL_URL: url(),
    FOOTFALL_KEY: tenant.key,
    FOOTFALL_WEBSITE_ID: tenant.website,
  });

  it.each(runHere.map((snippet) => [snippet.place, snippet] as const))('%s', async (_place, { code }) => {
    const { code: exit, stdout, stderr } = await shell.run(fill(code), environment());
    expect({ exit, stderr, stdout: stdout.slice(0, 500) }).toMatchObject({ exit: 0, stderr: '' });
  });

  it('record what they say', async () => {
    await deployment.settle();
    const paid = await tenant.rows('/pixel/metrics/attributed_revenue');
    expect(paid).toMatchObject([{ revenue: 49.9, payments: '1' }]);
    const pages = await tenant.rows('/pixel/metrics/top_pages');
    expect(pages.map(({ path, views }) => [path, views])).toEqual([['/pricing', '2']]);
  });

  it('begin with scripts of the package', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const npm = commands.map(({ code }) => code).filter((code) => code.startsWith('npm '));
    expect(npm).toEqual(['npm ci && npm start', 'npm ci && npm test']);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'test']));
  });

  it('of the API reference answer as it says', async () => {
    const samples = await readSamples(`${url()}/docs/api`);
    expect(samples.length).toBeGreaterThan(30);
    const failed: object[] = [];
    for (const sample of samples) {
      // Each on a website of its own: some make what others would make again, or delete it.
      tenant = await deployment.tenant();
      const filled = fill(sample)
        .replaceAll(exampleWebsite, tenant.website)
        .replaceAll(exampleWebsiteUuid, tenant.websiteUuid);
      const folder = sample.startsWith('curl') ? shell.folder : root;
      const { code, stdout, stderr } = await shell.run(
        filled,
        { ...environment(), ...(await fillVariables(sample)) },
        folder,
      );
      // The reference shows their refusal as their answer.
      const isNeverThere = /analytics\/(regions|cities)/.test(sample);
      if (code !== (isNeverThere ? 22 : 0) || stderr) failed.push({ sample, code, stdout, stderr });
    }
    expect(failed).toEqual([]);
  });

  /** What only the reader can know. Segments and annotations have the UUID of a website where all else has its public ID. */
  async function fillVariables(sample: string): Promise<Record<string, string>> {
    const websiteId = /\/(segments|annotations)/.test(sample) ? tenant.websiteUuid : tenant.website;
    const known = { WEBSITE_ID: websiteId, VISITOR_ID: 'v1', GOAL_NAME: 'signup', TRANSACTION_ID: 't1' };
    if (!sample.includes('$ID')) return known;
    const website_id = tenant.websiteUuid;
    const post = async (path: string, body: object) => (await tenant.post(path, body)).body.data.id;
    if (sample.includes('/erasures/'))
      return { ...known, ID: await post('/pixel/persons/erase', { visitor_id: 'v1' }) };
    if (sample.includes('/annotations'))
      return { ...known, ID: await post('/pixel/annotations', { website_id, note: 'Released' }) };
    return {
      ...known,
      ID: await post('/pixel/segments', { website_id, name: 'Mine', filters: { country: 'is:DE' } }),
    };
  }
});

async function readSamples(address: string): Promise<string[]> {
  const page = await (await fetch(address)).text();
  const blocks = [...page.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, code]) =>
    (code as string)
      .replace(/<[^>]+>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&'),
  );
  return blocks.filter((code) => /^(curl|bin\/footfall) /.test(code));
}
