import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { defineEndpoint } from '../define-endpoint.ts';
import { buildOpenApi } from '../openapi/build-openapi.ts';
import type { OpenApi } from '../openapi/document.ts';
import { buildReferencePage } from './build-reference-page.ts';

const hostile = `</code></script><script>alert(1)</script><img src=x onerror="alert('2')">&amp;`;

function buildDocument(text: string): OpenApi {
  const endpoint = defineEndpoint({
    method: 'POST',
    path: '/things/:thing',
    operationId: 'makeThing',
    tag: 'Records',
    summary: text,
    description: `${text}\n\n\`${text}\``,
    scope: 'pixel:write',
    parameters: {
      thing: { in: 'path', schema: z.string().meta({ description: text, example: text }) },
      kind: { in: 'query', required: true, schema: z.enum([text]).default(text) },
    },
    body: z.object({ [text]: z.string().meta({ description: text, example: text }) }),
    answer: {
      kind: 'data',
      schema: z.object({ [text]: z.array(z.object({ [text]: z.literal(text) })) }),
      example: { [text]: [{ [text]: text }] },
    },
    errors: ['invalid_body'],
    handle: async () => undefined,
  });
  const document = buildOpenApi([endpoint], text);
  const tags = document.tags.map(({ name }) => ({ name, description: text }));
  return { ...document, tags, info: { ...document.info, title: text, summary: text, description: text } };
}

it('escapes whatever the document says', () => {
  const { html } = buildReferencePage(buildDocument(hostile));
  expect(html).not.toContain('alert(1)</script>');
  expect(html).not.toContain('<img');
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain('&amp;amp;');
});

it('allows exactly its own style and script', () => {
  const { html, contentSecurityPolicy } = buildReferencePage(buildDocument('Thing'));
  for (const element of ['style', 'script']) {
    const [, content = ''] = new RegExp(`<${element}>([^]*?)</${element}>`).exec(html) ?? [];
    const hash = createHash('sha256').update(content).digest('base64');
    expect(contentSecurityPolicy).toContain(`${element}-src 'sha256-${hash}'`);
  }
  expect(contentSecurityPolicy).toContain("default-src 'none'");
  expect(html).not.toMatch(/<[^>]+\s(?:on[a-z]+|style)=/);
});

it('shows an endpoint with its scope, fields, call and answer', () => {
  const { html } = buildReferencePage(buildDocument('Thing'));
  expect(html).toContain('<h3 id="makeThing">');
  expect(html).toContain('pixel:write');
  expect(html).toContain('Default <code>Thing</code>');
  expect(html).toContain('<code>data.Thing[].Thing</code>');
  expect(html).toContain('-d &quot;kind=Thing&quot;');
  expect(html).toContain('<code>invalid_body</code>');
});

it('keeps headings in order', () => {
  const { html } = buildReferencePage(buildDocument('Thing'));
  const main = html.slice(html.indexOf('<main'));
  const levels = [...main.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
  expect(levels[0]).toBe(1);
  levels.reduce((before, level) => {
    expect(level).toBeLessThanOrEqual(before + 1);
    return level;
  });
});
