/** The password of a link cannot be guessed. On a server of its own: attempts are counted by address too. */
import { expect, it } from 'vitest';
import { createMember, createPerson } from '../../harness/person.ts';
import { createViewer } from '../../harness/share-viewer.ts';
import { startOwnServer } from '../own-server.ts';

it('makes whoever guesses wait for longer and longer, and nobody elsewhere', async () => {
  let now = Date.now();
  const server = await startOwnServer({
    clock: () => now,
    environment: { FOOTFALL_TRUSTED_PROXIES: '127.0.0.1' },
  });
  try {
    const ours = await server.tenant();
    const urls = [server.url];
    const owner = await createMember(server.control, urls, ours.workspaceId, 'owner', now);
    const at = `/workspaces/${ours.workspaceId}/share-links`;
    const settings = { websiteId: ours.websiteUuid, name: 'Board', password: 'open sesame' };
    const { body } = await owner.post(at, settings);
    const viewer = createViewer(urls, body.link);
    for (let n = 0; n < 10; n += 1) expect((await viewer.unlock(`guess ${n}`)).status).toBe(403);
    const refused = await viewer.unlock('open sesame');
    expect([refused.status, refused.body.error.code]).toEqual([429, 'too_many_sign_ins']);
    expect(refused.body.error.details.retryAfter).toBe(15);
    const elsewhere = await createPerson(urls).send(
      'POST',
      `/share/${viewer.token}/unlock`,
      { password: 'open sesame' },
      { 'x-forwarded-for': '203.0.113.9' },
    );
    expect(elsewhere.status).toBe(200);
    now += 15_001;
    expect((await viewer.unlock('open sesame')).status).toBe(200);
    expect((await viewer.get()).status).toBe(200);
    now += 12 * 3_600_000;
    expect((await viewer.get()).body.error.code).toBe('share_password_required');
  } finally {
    await server.stop();
  }
});
