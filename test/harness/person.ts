/** Someone at the dashboard: a cookie jar, and requests as a browser on a page of the server sends them. */
import type { UserId, WorkspaceId } from '../../src/contract/ids.ts';
import type { Control } from '../../src/store/control/open-control.ts';
import type { Role } from '../../src/store/control/schema.ts';
import { createSignIn } from '../../src/users/create-sign-in.ts';
import { createUser } from '../../src/users/create-user.ts';

export type AppResponse = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any;
};

export type Person = {
  cookie: string;
  /** `path` is relative to /app. Servers are asked in turn. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<AppResponse>;
  get(path: string): Promise<AppResponse>;
  post(path: string, body?: unknown): Promise<AppResponse>;
};

export function createPerson(urls: readonly string[], cookie = ''): Person {
  let turn = 0;
  const person: Person = {
    cookie,
    async send(method, path, body, headers = {}) {
      const url = urls[turn++ % urls.length] as string;
      const response = await fetch(`${url}/app${path}`, {
        method,
        headers: {
          ...(method === 'GET' ? {} : { origin: url }),
          ...(person.cookie && { cookie: person.cookie }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const [set] = response.headers.getSetCookie();
      if (set !== undefined) person.cookie = set.split(';', 1)[0] as string;
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
    },
    get: (path) => person.send('GET', path),
    post: (path, body = {}) => person.send('POST', path, body),
  };
  return person;
}

let people = 0;

/** The same password for all: hashing one takes its time. */
export const password = 'correct horse battery';

export type Member = Person & { userId: UserId; email: string };

/** A new person with a role in the workspace, signed in. */
export async function createMember(
  control: Control,
  urls: readonly string[],
  workspaceId: WorkspaceId,
  role: Role,
): Promise<Member> {
  const email = `${role}-${process.pid}-${Date.now()}-${++people}@example.com`;
  const { id } = await createUser(control, { workspaceId, email, password, role }, Date.now);
  const person = createPerson(urls, await signInDirectly(control, id));
  return Object.assign(person, { userId: id, email });
}

export async function signInDirectly(control: Control, userId: UserId, now = Date.now()): Promise<string> {
  const facts = { browser: 'Firefox', operatingSystem: 'Linux', country: 'DE' };
  return `footfall_sign_in=${await createSignIn(control, userId, facts, now)}`;
}
