import { beforeAll, describe, expect, inject, it } from 'vitest';
import { errorTable } from '../../src/contract/errors.ts';
import type { OpenApi } from '../../src/http/openapi/document.ts';
import { catalogue, listNamed } from '../../src/reports/catalogue.ts';
import { filterOperators } from '../../src/reports/question/filters.ts';

describe('the API reference', () => {
  let url: string;
  let response: Response;
  let html: string;
  let document: OpenApi;

  beforeAll(async () => {
    url = inject('deployments')['one server on SQLite'].urls[0] as string;
    response = await fetch(`${url}/docs/api`);
    html = await response.text();
    document = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as OpenApi;
  });

  it('is served without a key, under a policy that allows nothing from elsewhere', () => {
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const policy = Object.fromEntries(
      (response.headers.get('content-security-policy') ?? '').split('; ').map((each) => each.split(' ', 2)),
    );
    expect(policy).toEqual({
      'default-src': "'none'",
      'style-src': expect.stringMatching(/^'sha256-[^' ]+'$/),
      'script-src': expect.stringMatching(/^'sha256-[^' ]+'$/),
      'img-src': 'data:',
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    });
  });

  it('loads nothing from another host', () => {
    expect(html).not.toMatch(/\ssrc=/);
    expect(html).not.toMatch(/@import|url\(/);
    const loaded = [...html.matchAll(/<link\b[^>]*href="([^"]*)"/g)].map(([, href]) => href);
    expect(loaded).toEqual([expect.stringMatching(/^data:image\/svg\+xml,/)]);
  });

  it('has an anchor for every endpoint, and no link within the page that leads nowhere', () => {
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(ids).toEqual(expect.arrayContaining(operations.map(({ operationId }) => operationId)));
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  });

  it('names every error code and every filter operator', () => {
    for (const code of Object.keys(errorTable)) expect(html).toContain(`<code>${code}</code>`);
    for (const operator of filterOperators) expect(html).toContain(`<code>${operator}:</code>`);
  });

  it('names every report by name and its columns', () => {
    for (const { name, columns } of listNamed(catalogue)) {
      expect(html).toContain(`<code>${name}</code>`);
      for (const column of columns) expect(html).toContain(`<code>${column.name}</code>`);
    }
  });

  it('answers 304 to a browser that has it already', async () => {
    const again = await fetch(`${url}/docs/api`, {
      headers: { 'if-none-match': response.headers.get('etag') as string },
    });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });
});
