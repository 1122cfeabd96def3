/** What every answer must be, whatever was asked. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as z from 'zod';
import { appErrorTable } from '../../src/contract/app-errors.ts';
import { type ErrorCode, errorTable } from '../../src/contract/errors.ts';
import { errorSchema, gateErrorSchema } from '../../src/http/answers.ts';
import type { AnyEndpoint } from '../../src/http/define-endpoint.ts';
import { buildOpenApi } from '../../src/http/openapi/build-openapi.ts';
import { listErrorCodes } from '../../src/http/openapi/error-responses.ts';
import type { FuzzRequest } from './requests.ts';
import type { Answer } from './send.ts';
import { allEndpoints } from './surface.ts';

const documentId = 'fuzzed';
const ajv = new Ajv2020({ strict: false, allErrors: false });
(addFormats as unknown as (target: Ajv2020) => void)(ajv);
ajv.addSchema(buildOpenApi(allEndpoints, 'fuzz'), documentId);

const envelope = z.union([gateErrorSchema, errorSchema]);
const statuses: Record<string, number> = Object.fromEntries(
  Object.entries({ ...errorTable, ...appErrorTable }).map(([code, { status }]) => [code, status]),
);

/** What is wrong with the answer; undefined where nothing is. */
export function findFault(
  { target, method }: FuzzRequest,
  { status, headers, text }: Answer,
  secrets: readonly string[],
): string | undefined {
  if (status >= 500 && !isMeant(target.endpoint, status, text)) return `status ${status}`;
  const seen = `${JSON.stringify(headers)}\n${text}`.toLowerCase();
  const leaked = secrets.find((secret) => seen.includes(secret.toLowerCase()));
  if (leaked !== undefined) return `it tells of another workspace: ${leaked}`;
  if (method === 'HEAD' || status === 304 || headers['content-type']?.startsWith('text/event-stream'))
    return undefined;
  if (status >= 400) return findErrorFault(target.path, status, headers, text);
  return target.endpoint && method === target.method
    ? findSuccessFault(target.endpoint, status, headers, text)
    : findFormFault(headers, text);
}

/** Of endpoints that exist only to say that they have nothing, and of a machine too busy to connect to its database. */
function isMeant(endpoint: AnyEndpoint | undefined, status: number, text: string): boolean {
  if (status !== 503) return false;
  return endpoint?.answer.schema instanceof z.ZodNever || text.includes('"code":"service_unavailable"');
}

/** Where people arrive, by a link of a mail too, they get a page; the collector answers by a header. */
function findErrorFault(path: string, status: number, headers: Answer['headers'], text: string) {
  const isPage = headers['content-type']?.startsWith('text/html') && !/^\/(api|app|assets)\b/.test(path);
  if (headers['x-footfall-dropped'] !== undefined || (isPage && status < 500)) return undefined;
  const body = findJson(text);
  const parsed = envelope.safeParse(body);
  if (!parsed.success) return `an error of another shape: ${text.slice(0, 300)}`;
  const { code } = parsed.data.error;
  if (statuses[code] !== status) return `the error ${code} with status ${status}`;
  return undefined;
}

/** Of addresses and bodies that the server refuses before it knows whom they are for. */
const everywhere: readonly ErrorCode[] = [
  'headers_too_large',
  'invalid_url',
  'not_found',
  'missing_authorization',
  'unsupported_media_type',
  'invalid_json',
  'payload_too_large',
];

/** Under /api/v1 an endpoint answers the codes that its page in the reference names, and no other. */
export function findUndocumentedCode({ target, method }: FuzzRequest, answer: Answer): string | undefined {
  if (target.door !== 'key' || !target.endpoint || method !== target.method || answer.status < 400)
    return undefined;
  const code = (findJson(answer.text) as { error: { code: string } }).error.code as ErrorCode;
  const known = [...listErrorCodes(target.endpoint), ...everywhere];
  return known.includes(code) ? undefined : `${code} is not documented for ${target.endpoint.operationId}`;
}

function findSuccessFault(endpoint: AnyEndpoint, status: number, headers: Answer['headers'], text: string) {
  const isCsv = headers['content-type'] === 'text/csv; charset=utf-8';
  const path = endpoint.path.replace(/:([a-z_]+)/g, '{$1}').replaceAll('/', '~1');
  const media = isCsv ? 'text~1csv' : 'application~1json';
  const pointer = `/paths/${path}/${endpoint.method.toLowerCase()}/responses/${status}/content/${media}/schema`;
  const validate = ajv.getSchema(`${documentId}#${encodeURI(pointer)}`);
  if (!validate) return `status ${status} is not documented`;
  return validate(isCsv ? text : findJson(text)) ? undefined : ajv.errorsText(validate.errors);
}

function findFormFault(headers: Answer['headers'], text: string): string | undefined {
  const isJson = headers['content-type']?.startsWith('application/json');
  return isJson && findJson(text) === undefined ? `no JSON: ${text.slice(0, 300)}` : undefined;
}

export function findJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
