/** JSON that is kept as sent comes back with its keys in their order and its numbers whole, wherever it is shown. */
import { beforeAll, expect, it } from 'vitest';
import { describeDeployments } from '../harness/deployments.ts';
import { createMember, type Member } from '../harness/person.ts';
import type { Tenant } from '../harness/tenant.ts';
import { aroundToday, sendText } from './collect/script.ts';

/** Each with a word of its own, so that it is found. */
const odd = (word: string) => `{"${word}":1.0,"2":12345678901234567890,"1":{"b":0.10,"0":[1e2,-0]}}`;
const named = (word: string) => odd(word).replace(/}$/, `,"goal_name":"${word}"}`);
/** As a text in JSON, and in a cell of a file. */
const asText = (text: string) => JSON.stringify(text).slice(1, -1);
const asCell = (text: string) => text.replaceAll('"', '""');

describeDeployments('JSON that is kept as sent', ({ urls, control, tenant, settle }) => {
  let ours: Tenant;
  let owner: Member;

  beforeAll(async () => {
    ours = await tenant();
    owner = await createMember(control(), urls, ours.workspaceId, 'owner');
    const about = `"website_id":"${ours.website}","visitor_id":"v1"`;
    const send = async (path: string, rest: string) => {
      expect(await ours.post(path, `{ ${about}, ${rest} }`)).toMatchObject({ status: 200 });
    };
    await send('/pixel/goals', `"goal_name": "signup", "properties": ${odd('goal')}`);
    await send('/pixel/events', `"name": "custom", "session_id": "s1", "properties" : ${named('event')}`);
    await send('/pixel/identify', `"external_id": "c1", "traits": ${odd('trait')}`);
    const collect = async (rest: string) => {
      const page = `"u":"https://example.com/","v":"v1","s":"s1","o":{"websiteId":"${ours.website}"}`;
      const answer = await sendText(urls[0] as string, `{${rest},${page}}`);
      expect([answer.status, answer.dropped]).toEqual([202, null]);
    };
    await collect(`"t":"track","n":"scripted","p":${odd('scripted')}`);
    await collect(`"t":"goal","n":"reached","p":${odd('reached')}`);
    await collect(`"t":"outbound","p":${odd('captured')}`);
    await settle();
  });

  const kept = [odd('goal'), named('event'), named('scripted'), odd('reached')];

  it('is whole in the history and on the timeline of a visitor', async () => {
    const history = await ours.get('/pixel/visitors/v1', { website_id: ours.website });
    const query = { website_id: ours.website, visitor_id: 'v1' };
    const timeline = await ours.get('/pixel/metrics/visitor_timeline', query);
    for (const text of kept) {
      expect(history.text).toContain(`"details":${text}`);
      expect(timeline.text).toContain(`"details":${text}`);
    }
    expect(timeline.text).toContain(`"details":${odd('captured')}`);
    expect(timeline.text).toContain(`"details":${odd('trait')}`);
    const profile = await ours.get('/pixel/metrics/visitor_profile', query);
    expect(profile.text).toContain(`"traits":${odd('trait')}`);
  });

  it('is whole in files', async () => {
    const query = { website_id: ours.website, visitor_id: 'v1', format: 'csv' };
    const timeline = await ours.get('/pixel/metrics/visitor_timeline', query);
    for (const text of [...kept, odd('captured'), odd('trait')]) {
      expect(timeline.text).toContain(`"${asCell(text)}"`);
    }
    const exported = async (table: string) => {
      const path = `/workspaces/${ours.workspaceId}/export?website_id=${ours.website}&table=${table}`;
      return (await owner.get(path)).text;
    };
    expect(await exported('conversions')).toContain(asText(odd('goal')));
    expect(await exported('events')).toContain(asText(named('scripted')));
    expect(await exported('automatics')).toContain(asText(odd('captured')));
    expect(await exported('identities')).toContain(asText(odd('trait')));
  });

  it('is whole in the dashboard', async () => {
    const path = `/workspaces/${ours.workspaceId}/api/pixel/metrics/visitor_timeline`;
    const { text } = await owner.get(`${path}?website_id=${ours.website}&visitor_id=v1`);
    expect(text).toContain(`"details":${odd('goal')}`);
  });

  it('is known by its names', async () => {
    const rows = await ours.rows('/pixel/metrics/events_catalog');
    expect(rows.find(({ name }) => name === 'signup')?.properties).toEqual(['1', '2', 'goal']);
    expect(await ours.rows('/pixel/goals/event/metadata', aroundToday())).toMatchObject([
      { property: 'goal_name', value: 'event' },
    ]);
  });

  it('is whole in segments', async () => {
    const write = (filters: string) =>
      `{"website_id":"${ours.websiteUuid}","name":"Odd","filters":\n ${filters}}`;
    const created = await ours.post('/pixel/segments', write(odd('created')));
    const { id } = created.body.data;
    const list = () => ours.get('/pixel/segments', { website_id: ours.websiteUuid });
    const apply = () => ours.send({ method: 'POST', path: `/pixel/segments/${id}/apply` });
    for (const answer of [created, await list(), await apply()]) {
      expect(answer.text).toContain(`"filters":${odd('created')}`);
    }
    const changed = await ours.send({
      method: 'PATCH',
      path: `/pixel/segments/${id}`,
      body: `{"filters":${odd('changed')}}`,
    });
    for (const answer of [changed, await list(), await apply()]) {
      expect(answer.text).toContain(`"filters":${odd('changed')}`);
    }
  });
});
