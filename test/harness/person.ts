/** Someone at the dashboard: a cookie jar, and requests as a browser on a page of the server sends them. */
import type { UserId, WorkspaceId } from '../../src/contract/ids.ts';
import type { Control } from '../../src/store/control/open-control.ts';
import type { Role } from '../../src/store/control/schema.ts';
import { addMember, insertUser } from '../../src/users/add-member.ts';
import { createSignIn } from '../../src/users/create-sign-in.ts';
import { hashPassword } from '../../src/users/password.ts';

export type AppResponse = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any;
  /** The body as it came. */
  text: string;
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
      person.cookie = keepCookies(person.cookie, response.headers.getSetCookie());
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      const { status, headers: received } = response;
      return { status, headers: received, body: isJson ? JSON.parse(text) : text, text };
    },
    get: (path) => person.send('GET', path),
    post: (path, body = {}) => person.send('POST', path, body),
  };
  return person;
}

/** Those of a browser after it was told to set some; one without a value is gone. */
function keepCookies(kept: string, set: readonly string[]): string {
  const told = set.map((each) => each.split(';', 1)[0] as string);
  const pairs = [...kept.split('; ').filter(Boolean), ...told].map((pair) => pair.split('=', 2));
  const values = new Map(pairs as [string, string][]);
  return [...values].flatMap(([name, value]) => (value === '' ? [] : `${name}=${value}`)).join('; ');
}

export function cookieOf({ cookie }: Pick<Person, 'cookie'>, name: string): string | undefined {
  return new RegExp(`(?:^|; )${name}=([^;]+)`).exec(cookie)?.[1];
}

let people = 0;

/** The same password for all, hashed once: it takes longer than all else that makes a person. */
export const password = 'correct horse battery';
let passwordHash: Promise<string> | undefined;

export type Member = Person & { userId: UserId; email: string };

/** A new person with a role in the workspace, signed in. */
export async function createMember(
  control: Control,
  urls: readonly string[],
  workspaceId: WorkspaceId,
  role: Role,
  now = Date.now(),
): Promise<Member> {
  const email = `${role}-${process.pid}-${Date.now()}-${++people}@example.com`;
  passwordHash ??= hashPassword(password);
  const userId = await insertUser(control, { email, passwordHash: await passwordHash }, Date.now());
  if (userId === undefined) throw new Error(`${email} is taken.`);
  await addMember(control, { userId, workspaceId, role }, Date.now());
  const person = createPerson(urls, await signInDirectly(control, userId, now));
  return Object.assign(person, { userId, email });
}

async function signInDirectly(control: Control, userId: UserId, now: number): Promise<string> {
  const facts = { browser: 'Firefox', operatingSystem: 'Linux', country: 'DE' };
  const token = await createSignIn(control, userId, facts, now);
  // The second is what a server takes that people reach by https.
  return `footfall_sign_in=${token}; __Host-footfall_sign_in=${token}`;
}
