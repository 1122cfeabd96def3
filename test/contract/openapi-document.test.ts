import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type ErrorCode, errorTable } from '../../src/contract/errors.ts';
import type {
  MediaType,
  OpenApi,
  Operation,
  Parameter,
  Reference,
  Response,
} from '../../src/http/openapi/document.ts';
import { catalogue, listNamed } from '../../src/reports/catalogue.ts';
import { specEndpoints } from './spec-table.ts';

/** Answered where no endpoint is reached. */
const codesOfNoEndpoint: readonly ErrorCode[] = [
  'method_not_allowed',
  'headers_too_large',
  'invalid_host',
  'request_timeout',
];

describe('the OpenAPI document', () => {
  let text: string;
  let document: OpenApi;

  beforeAll(async () => {
    const [url] = inject('deployments')['one server on SQLite'].urls;
    text = await (await fetch(`${url}/api/v1/openapi.json`)).text();
    document = JSON.parse(text);
  });

  it('is clean by the recommended lint rules', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: text, config, absoluteRef: 'openapi.json' });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  it('gives every endpoint of the spec the scope that it needs', () => {
    for (const { method, template, scope } of specEndpoints) {
      const operation = document.paths[template]?.[method.toLowerCase()];
      expect({ template, security: operation?.security }).toEqual({
        template,
        security: [{ apiKey: scope ? [scope] : [] }],
      });
    }
  });

  it('has every error code with its condition, at an endpoint and under its own status', () => {
    const documented = new Set<string>();
    for (const { operation } of listOperations(document)) {
      for (const [status, part] of Object.entries(operation.responses)) {
        for (const code of Object.keys(findMediaType(document, part)?.examples ?? {})) {
          expect(String(errorTable[code as ErrorCode].status)).toBe(status);
          expect(document.components.examples[code]?.summary).toBe(errorTable[code as ErrorCode].message);
          documented.add(code);
        }
      }
    }
    expect([...documented, ...codesOfNoEndpoint].sort()).toEqual(Object.keys(errorTable).sort());
  });

  it('gives an example of every body and of every answer, each as its schema says', () => {
    const ajv = createAjv(document);
    for (const { at, media } of listOperations(document).flatMap((each) => listContents(document, each))) {
      const examples = listExamples(document, media);
      expect(examples, at).not.toEqual([]);
      const validate = ajv.getSchema(`openapi.json#${encodeURI(at)}/schema`);
      for (const example of examples) {
        expect(validate?.(example), `${at}: ${ajv.errorsText(validate?.errors)}`).toBe(true);
      }
    }
  });

  it('has every report as CSV too, with an example that begins with the names of its columns', () => {
    const reports = listOperations(document).filter(({ path }) =>
      catalogue.some((report) => report.path?.replace(/:(\w+)/, '{$1}') === path),
    );
    expect(reports).toHaveLength(catalogue.filter(({ path }) => path !== null).length);
    const named = {
      path: '/pixel/metrics/{report}',
      operation: document.paths['/pixel/metrics/{report}']?.get,
    };
    for (const { path, operation } of [...reports, named]) {
      const csv = resolve<Response>(document, operation?.responses[200] as Response).content?.['text/csv'];
      expect(csv?.schema, path).toEqual({ type: 'string' });
      expect(csv?.example, path).toMatch(/^[a-z0-9_,]+\r\n.+\r\n$/);
    }
  });

  it('has the parameters of single reports by name, each with its errors', () => {
    const operation = document.paths['/pixel/metrics/{report}']?.get as Operation;
    const names = (operation.parameters ?? []).map((part) => resolve<Parameter>(document, part).name);
    const own = listNamed(catalogue).flatMap(({ parameters }) => Object.entries(parameters));
    expect(names).toEqual(expect.arrayContaining(['format', 'steps', 'window_hours', 'model', 'mode']));
    expect(names).toEqual(
      expect.arrayContaining(['visitor_id', 'metric', 'granularity', 'tz', 'lookback_days']),
    );
    expect(names).toEqual(expect.arrayContaining(own.map(([name]) => name)));
    const codes = Object.keys(findMediaType(document, operation.responses[400] as Response)?.examples ?? {});
    const expected = own.flatMap(([, { code, missingCode }]) => [
      code,
      ...(missingCode ? [missingCode] : []),
    ]);
    expect(codes).toEqual(expect.arrayContaining(expected));
  });

  it('gives examples and defaults of parameters that their schemas allow', () => {
    const ajv = createAjv(document);
    for (const { operation } of listOperations(document)) {
      for (const part of operation.parameters ?? []) {
        const { name, schema, example = schema.default } = resolve<Parameter>(document, part);
        if (example !== undefined) expect(ajv.validate(schema, example), name).toBe(true);
      }
    }
  });

  it('takes a time as a number or as a string, and what may be null as null', () => {
    const { RecordEventBody, RecordGoalBody, ReportStatistics } = document.components.schemas;
    expect(RecordEventBody?.properties?.ts?.type).toEqual(['number', 'string']);
    expect(RecordGoalBody?.properties?.timestamp?.type).toEqual(['number', 'string']);
    expect(RecordEventBody?.properties?.name).toMatchObject({ default: 'pageview' });
    expect(RecordEventBody?.required).toEqual(['website_id']);
    expect(ReportStatistics?.anyOf).toContainEqual({ type: 'null' });
  });

  it('tells the error body of the gate from that of an endpoint', () => {
    const ajv = createAjv(document);
    const isGateError = ajv.getSchema('openapi.json#/components/schemas/GateError');
    const isError = ajv.getSchema('openapi.json#/components/schemas/Error');
    const bare = { error: { code: 'invalid_json', message: 'No.' } };
    const full = { status: 'error', ...bare, meta: { request_id: '1' } };
    expect([isGateError?.(bare), isGateError?.(full)]).toEqual([true, false]);
    expect([isError?.(bare), isError?.(full)]).toEqual([false, true]);
  });
});

type Placed = { method: string; path: string; operation: Operation };

function listOperations(document: OpenApi): Placed[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}

/** Every body and answer of an operation with its JSON pointer. */
function listContents(document: OpenApi, { method, path, operation }: Placed) {
  const pointer = `/paths/${path.replaceAll('/', '~1')}/${method}`;
  const content = 'content/application~1json';
  const { requestBody, responses } = operation;
  const bodies = requestBody
    ? [{ at: `${pointer}/requestBody/${content}`, media: requestBody.content['application/json'] }]
    : [];
  const answers = Object.entries(responses)
    .filter(([status]) => status !== 'default')
    .map(([status, part]) => ({
      at: `${'$ref' in part ? part.$ref.slice(1) : `${pointer}/responses/${status}`}/${content}`,
      media: findMediaType(document, part),
    }));
  return [...bodies, ...answers];
}

function createAjv(document: OpenApi): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (target: Ajv2020) => void)(ajv);
  return ajv.addSchema(document, 'openapi.json');
}

function resolve<Part extends object>(document: OpenApi, part: Part | Reference): Part {
  if (!('$ref' in part)) return part;
  const [place, name] = part.$ref.replace('#/components/', '').split('/') as [string, string];
  return (document.components as unknown as Record<string, Record<string, Part>>)[place]?.[name] as Part;
}

function findMediaType(document: OpenApi, part: Response | Reference): MediaType | undefined {
  return resolve(document, part).content?.['application/json'];
}

function listExamples(document: OpenApi, media: MediaType | undefined): unknown[] {
  const named = Object.values(media?.examples ?? {}).map((each) => resolve(document, each).value);
  return media?.example === undefined ? named : [media.example, ...named];
}
