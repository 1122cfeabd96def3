import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { ApiRequest, ApiResponse } from '../harness/api-client.ts';
import { type Deployment, describeDeployments, namesWithReports } from '../harness/deployments.ts';
import type { Tenant } from '../harness/tenant.ts';
import {
  deepJson,
  hostileBodies,
  hostileJson,
  hostileQueries,
  hostileSegments,
  hostileTexts,
} from './hostile-values.ts';
import { inTurns } from './in-turns.ts';
import { type Operation, readOperations } from './operations.ts';

const marker = `marker${Math.random().toString(36).slice(2)}`;
const randomRuns = 40;
/** Values are dealt out over the operations that take a parameter; each gets at least one in this many. */
const mostShares = 32;
const today = new Date().toISOString().slice(0, 10);

/** Several long ones together would exceed what Node reads of an address. */
const shortTexts = hostileTexts.filter((text) => text.length < 1_000);

/** Recorded nowhere, so always unavailable (spec, endpoint table). */
const alwaysUnavailable = /\/(regions|cities)$/;

describeDeployments('hostile input', (deployment) => {
  let operations: Operation[] = [];
  let victim: Tenant;
  let attacker: Tenant;
  let segmentId = '';
  let victimSegmentId = '';
  let victimBefore: unknown;

  beforeAll(async () => {
    operations = await readOperations(deployment.urls[0] as string);
    victim = await deployment.tenant({ domains: [`${marker}.example`] });
    attacker = await deployment.tenant();
    victimSegmentId = await recordMarkers(victim);
    segmentId = await saveSegment(attacker, 'own', { country: 'DE' });
    await attacker.post('/pixel/goals', { website_id: attacker.website, goal_name: 'goal', visitor_id: 'v' });
    await deployment.settle();
    victimBefore = await readVictim(victim);
  });

  /** A call of the operation that succeeds, to be spoilt in one place. */
  const buildCall = (operation: Operation): { path: string; query: Record<string, string> } => ({
    path: operation.path.replace(/\{(\w+)\}/g, (_, name: string) => pathValues(segmentId)[name] ?? 'x'),
    query: {
      ...(operation.parameters.some(({ name }) => name === 'website_id') && {
        website_id: takesUuid(operation) ? attacker.websiteUuid : attacker.website,
      }),
      ...(operation.parameters.some(({ name }) => name === 'from_date') && {
        from_date: today,
        to_date: today,
      }),
      ...(operation.method === 'DELETE' && { goal_name: 'none', transaction_id: 'none' }),
    },
  });
  const buildBody = (operation: Operation): Record<string, unknown> => ({
    ...bodyValues(attacker, operation),
    ...(operation.path === '/pixel/segments' && { name: `s${Math.random()}` }),
  });
  const send = (request: ApiRequest) => attacker.send(request);
  const requireHarmless = async (request: ApiRequest): Promise<ApiResponse> => {
    const answer = await send(request);
    const wanted = alwaysUnavailable.test(request.path.split('?', 1)[0] ?? '') ? [503] : [];
    const isFailure = answer.status >= 500 && !wanted.includes(answer.status);
    if (isFailure || JSON.stringify(answer.body ?? '').includes(marker)) {
      throw new Error(`${describeRequest(request)} answered ${JSON.stringify(answer.body)}`);
    }
    return answer;
  };

  it('in every query parameter is refused or means nothing', async () => {
    const foreign = [victim.website, victim.websiteUuid, victim.workspaceId, victimSegmentId];
    const texts = [...shareOf(deployment, hostileTexts), ...foreign];
    const deal = createDealer();
    const requests = operations.flatMap((operation) => {
      const { path, query } = buildCall(operation);
      const body = operation.fields.length > 0 ? { body: buildBody(operation) } : {};
      return operation.parameters
        .filter((parameter) => parameter.in === 'query')
        .flatMap(({ name }) =>
          deal(name, takersOf(operations, name), texts).map((text) => ({
            method: operation.method,
            path,
            query: { ...query, [name]: text },
            ...body,
          })),
        );
    });
    expect(requests.length).toBeGreaterThan(400);
    await inTurns(requests, requireHarmless);
  }, 180_000);

  it('in every path segment is refused or finds nothing', async () => {
    const segments = [...hostileSegments, victimSegmentId, `visitor-${marker.length}`];
    const requests = operations.flatMap((operation) => {
      const { query } = buildCall(operation);
      const body = operation.fields.length > 0 ? { body: buildBody(operation) } : {};
      return operation.parameters
        .filter((parameter) => parameter.in === 'path')
        .flatMap(({ name }) =>
          segments.map((segment) => ({
            method: operation.method,
            path: operation.path.replace(`{${name}}`, segment),
            query,
            ...body,
          })),
        );
    });
    await inTurns(requests, requireHarmless);
  });

  it('in the query as a whole is refused or ignored', async () => {
    const deal = createDealer();
    const reads = operations.filter(({ method }) => method === 'GET');
    const requests = reads.flatMap((operation) => {
      const { path, query } = buildCall(operation);
      return deal('query', reads.length, hostileQueries).flatMap((raw) => [
        { path: `${path}?${new URLSearchParams(query)}&${raw}` },
        { path: `${path}?${raw}` },
      ]);
    });
    await inTurns(requests, ({ path }) => requireHarmlessRaw(deployment, attacker, path));
  });

  it('in a second Host header is refused, and the connection ended', async () => {
    const { hostname, port, host } = new URL(deployment.urls[0] as string);
    for (const path of ['/api/v1/me', '/healthz', '/app/state', '/nowhere']) {
      const socket = connect(Number(port), hostname);
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nhost: evil.example\r\nAuthorization: Bearer ${attacker.key}\r\n\r\n`,
      );
      const answer = await text(socket);
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(answer).toContain('"code":"invalid_host"');
    }
  });

  it('in an address of 20 kB is refused', async () => {
    for (const path of [`/me?${'x'.repeat(20_000)}`, `/pixel/visitors/${'x'.repeat(20_000)}`]) {
      const response = await fetch(`${deployment.urls[0]}/api/v1${path}`, {
        headers: { authorization: `Bearer ${attacker.key}` },
      });
      expect(response.status).toBe(431);
      expect(await response.json()).toEqual({
        error: { code: 'headers_too_large', message: expect.any(String) },
      });
    }
  });

  it('in every field of every body is refused or stored as it is', async () => {
    const requests = operations.flatMap((operation) => {
      const { path, query } = buildCall(operation);
      return operation.fields.flatMap((field, place) =>
        shareOf(deployment, place === 0 ? [...hostileJson, ...deepJson] : hostileJson).map((json) => ({
          method: operation.method,
          path,
          query,
          body: spoil(buildBody(operation), field, json),
        })),
      );
    });
    expect(requests.length).toBeGreaterThan(750);
    await inTurns(requests, requireHarmless);
  }, 180_000);

  it('in bodies as a whole is refused', async () => {
    const requests = operations
      .filter(({ fields }) => fields.length > 0)
      .flatMap((operation) => {
        const { path, query } = buildCall(operation);
        return hostileBodies.map((body) => ({ method: operation.method, path, query, body }));
      });
    await inTurns(requests, async (request) => {
      const { status } = await requireHarmless(request);
      if (status !== 400) throw new Error(`${describeRequest(request)} answered ${status}.`);
    });
  });

  it('at random is refused or means nothing', async () => {
    const reads = operations.filter(({ method }) => method === 'GET');
    const text = fc.oneof(fc.constantFrom(...shortTexts), fc.string({ unit: 'binary' }), fc.string());
    const names = [...new Set(reads.flatMap(({ parameters }) => parameters.map(({ name }) => name)))];
    const query = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), text, { maxKeys: 6 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...reads), query, async (operation, extra) => {
        const call = buildCall(operation);
        await requireHarmless({ path: call.path, query: { ...call.query, ...wellFormed(extra) } });
      }),
      { numRuns: randomRuns, endOnFailure: true },
    );

    const writes = operations.filter(({ fields }) => fields.length > 0);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...writes),
        fc.dictionary(fc.nat({ max: 20 }).map(String), fc.jsonValue({ stringUnit: 'binary' }), {
          maxKeys: 4,
        }),
        async (operation, values) => {
          const { path, query } = buildCall(operation);
          const spoilt = Object.entries(values).map(([index, value]): [string, unknown] => [
            operation.fields[Number(index) % operation.fields.length] as string,
            value,
          ]);
          const body = { ...buildBody(operation), ...Object.fromEntries(spoilt) };
          await requireHarmless({ method: operation.method, path, query, body });
        },
      ),
      { numRuns: randomRuns, endOnFailure: true },
    );
  });

  it('leaves the server healthy, the spool empty and every report readable', async () => {
    await deployment.settle();
    for (const url of deployment.urls) expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await inTurns(
      operations.filter(({ method, path }) => method === 'GET' && !alwaysUnavailable.test(path)),
      async (operation) => {
        const { path, query } = buildCall(operation);
        const isSeries = operation.parameters.some(({ name }) => name === 'granularity');
        const dates = 'from_date' in query && !isSeries ? { from_date: '1970-01-01' } : {};
        const { status } = await requireHarmless({ path, query: { ...query, ...dates, limit: '1000' } });
        // The ID is that of a segment, and there is no receipt by it.
        expect(status, path).toBe(path.startsWith('/pixel/erasures/') ? 404 : 200);
      },
    );
    expect(await readVictim(victim)).toEqual(victimBefore);
  });
});

/** What a value does to a parameter is decided before a deployment makes a difference: each is sent to one of them. */
function shareOf({ name }: Deployment, values: readonly string[]): string[] {
  const names = namesWithReports();
  return values.filter((_, index) => index % names.length === names.indexOf(name));
}

function takersOf(operations: readonly Operation[], name: string): number {
  return operations.filter(({ parameters }) => parameters.some((each) => each.name === name)).length;
}

/** Gives the takers of one name different shares of the values, together all of them. */
function createDealer() {
  const turns = new Map<string, number>();
  return (name: string, takers: number, values: readonly string[]): string[] => {
    const shares = Math.min(takers, mostShares);
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    return values.filter((_, index) => index % shares === turn % shares);
  };
}

function pathValues(segmentId: string): Record<string, string> {
  return { id: segmentId, visitor_id: 'v', goal_name: 'goal', report: 'top_pages' };
}

function takesUuid({ path }: Operation): boolean {
  return /^\/pixel\/(segments|annotations|alerts|reports|share-links)/.test(path) || path === '/pixel/goals';
}

function bodyValues({ website, websiteUuid }: Tenant, { path }: Operation): Record<string, unknown> {
  switch (path) {
    case '/pixel/events':
      return { website_id: website, name: 'custom' };
    case '/pixel/goals':
      return { website_id: website, goal_name: 'goal' };
    case '/pixel/payments':
      return { website_id: website, transaction_id: `t${Math.random()}`, amount: 1 };
    case '/pixel/identify':
      return { website_id: website, visitor_id: 'v', external_id: 'x' };
    case '/pixel/segments':
      return { website_id: websiteUuid, filters: {} };
    case '/pixel/annotations':
      return { website_id: websiteUuid, note: 'note' };
    case '/pixel/annotations/{id}':
      return { note: 'note' };
    default:
      return { filters: {} };
  }
}

/** The body as JSON text with one field given as text, which JSON.stringify could not write. */
function spoil(body: Record<string, unknown>, field: string, json: string): string {
  const { [field]: _, ...rest } = body;
  const others = JSON.stringify(rest).slice(1, -1);
  return `{${[others, `${JSON.stringify(field)}:${json}`].filter(Boolean).join(',')}}`;
}

async function recordMarkers(tenant: Tenant): Promise<string> {
  const { website: website_id } = tenant;
  const visitor_id = `visitor-${marker}`;
  const properties = { goal_name: `custom-${marker}`, plan: marker };
  const tags = { utm_source: marker, utm_campaign: marker, utm_medium: marker, utm_term: marker };
  const records: [string, object][] = [
    ['/pixel/events', { path: `/${marker}`, visitor_id, referrer: `https://${marker}.org/`, ...tags }],
    ['/pixel/events', { name: 'custom', path: `/${marker}`, visitor_id, properties }],
    ['/pixel/goals', { goal_name: 'goal', visitor_id, properties }],
    ['/pixel/payments', { transaction_id: marker, amount: 12.34, visitor_id }],
    ['/pixel/identify', { visitor_id, external_id: marker, traits: { name: marker } }],
  ];
  for (const [path, body] of records) {
    expect((await tenant.post(path, { website_id, ...body })).status).toBe(200);
  }
  const annotation = { website_id: tenant.websiteUuid, note: marker };
  expect((await tenant.post('/pixel/annotations', annotation)).status).toBe(201);
  return saveSegment(tenant, marker, { page: marker });
}

async function saveSegment(tenant: Tenant, name: string, filters: object): Promise<string> {
  const body = { website_id: tenant.websiteUuid, name, filters };
  return (await tenant.post('/pixel/segments', body)).body.data.id;
}

async function readVictim(tenant: Tenant): Promise<unknown> {
  const days = { from_date: '1970-01-01', to_date: today };
  return [
    await tenant.rows('/pixel/analytics/pages', days),
    await tenant.rows('/pixel/analytics/referrers', days),
    await tenant.rows('/pixel/analytics/timeseries', { metric: 'revenue' }),
    await tenant.rows(`/pixel/visitors/visitor-${marker}`),
    (await tenant.get('/pixel/segments', { website_id: tenant.websiteUuid })).body.data,
    (await tenant.get('/pixel/annotations')).body.data,
  ];
}

/** Not through the client, which would encode the query again. */
async function requireHarmlessRaw({ urls }: Deployment, { key }: Tenant, path: string): Promise<void> {
  const response = await fetch(`${urls[0]}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
  const text = await response.text();
  const unavailable = alwaysUnavailable.test(path.split('?', 1)[0] ?? '');
  expect(response.status < 500 || (unavailable && response.status === 503), `${path} ${text}`).toBe(true);
  expect(text.includes(marker), path).toBe(false);
}

/** A lone surrogate has no form in a URL. */
function wellFormed(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => [name.toWellFormed(), text.toWellFormed()]),
  );
}

function describeRequest({ method = 'GET', path, query, body }: ApiRequest): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(query ?? {}).slice(0, 300)} ${text.slice(0, 300)}`;
}
