import type { Parameter } from '../openapi/document.ts';
import { formatJson } from './code-block.ts';
import { type Html, html } from './html.ts';
import type { ReferenceEndpoint } from './read-document.ts';

/** Where a newcomer's server listens; the page's script puts its own address here. */
export const origin = html`<span class="origin">http://127.0.0.1:8080</span>`;

/** A call that can be pasted into a shell; what only the reader can know stands as a variable. */
export function renderCurl(endpoint: ReferenceEndpoint): Html {
  const { method, parameters, body } = endpoint;
  const path = endpoint.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name);
    return parameter ? exampleOf(parameter) : name;
  });
  const query = chooseQuery(endpoint).map((each) => `-d "${each.name}=${exampleOf(each)}"`);
  const usesDefaultMethod = method === 'GET' || (method === 'POST' && body !== undefined);
  const flags = [...(query.length > 0 ? ['-G'] : []), ...(usesDefaultMethod ? [] : [`-X ${method}`])];
  const lines = [
    '-H "Authorization: Bearer $FOOTFALL_KEY"',
    ...query,
    ...(body ? ['-H "Content-Type: application/json"', `-d ${quote(formatJson(body.example, ''))}`] : []),
  ];
  return html`curl ${flags.map((flag) => `${flag} `)}"${origin}/api/v1${path}"${lines.map(
    (line) => html` \\
  ${line}`,
  )}`;
}

/** The required parameters, and for a deletion the first of those that must narrow it. */
function chooseQuery({ parameters, errors }: ReferenceEndpoint): Parameter[] {
  const query = parameters.filter((each) => each.in === 'query');
  const required = query.filter((each) => each.required);
  const narrowing = errors.some(({ code }) => code === 'filter_required')
    ? query.filter((each) => !each.required).slice(0, 1)
    : [];
  return [...required, ...narrowing];
}

function exampleOf({ name, schema, example }: Parameter): string {
  const known = example ?? schema.enum?.[0];
  return known === undefined ? `$${name.toUpperCase()}` : String(known);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
