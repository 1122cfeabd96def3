/** The password of a link cannot be guessed. On a server of its own: attempts are counted by address too. */
import { expect, it } from 'vitest';
import { createMember } from '../../harness/person.ts';
import { createViewer } from '../../harness/share-viewer.ts';
import { startOwnServer } from '../own-server.ts';

it('lets a link be tried twenty times in a quarter of an hour', async () => {
  let now = Date.now();
  const server = await startOwnServer({ clock: () => now });
  try {
    const ours = await server.tenant();
    const urls = [server.url];
    const owner = await createMember(server.control, urls, ours.workspaceId, 'owner', now);
    const at = `/workspaces/${ours.workspaceId}/share-links`;
    const settings = { websiteId: ours.websiteUuid, name: 'Board', password: 'open sesame' };
    const { body } = await owner.post(at, settings);
    const viewer = createViewer(urls, body.link);
    for (let n = 0; n < 20; n += 1) expect((await viewer.unlock(`guess ${n}`)).status).toBe(403);
    const refused = await viewer.unlock('open sesame');
    expect([refused.status, refused.body.error.code]).toEqual([429, 'too_many_sign_ins']);
    expect(refused.body.error.details.retryAfter).toBeGreaterThan(800);
    now += 15 * 60_000 + 1;
    expect((await viewer.unlock('open sesame')).status).toBe(200);
    expect((await viewer.get()).status).toBe(200);
    now += 12 * 3_600_000;
    expect((await viewer.get()).body.error.code).toBe('share_password_required');
  } finally {
    await server.stop();
  }
});
