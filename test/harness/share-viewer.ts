/** Whoever has a share link: nobody is signed in, there is no cookie and no key. */
import { type AppResponse, createPerson } from './person.ts';

export type ShareViewer = {
  token: string;
  /** `path` is below the address of the link. */
  get(path?: string): Promise<AppResponse>;
  /** A report; `path` as after /api/v1. */
  report(path: string, query?: Record<string, string>): Promise<AppResponse>;
  rows(path: string, query?: Record<string, string>): Promise<Record<string, unknown>[]>;
  /** Gives the password; what is asked afterwards shows the pass. */
  unlock(password: string): Promise<AppResponse>;
};

/** `link` as the settings showed it. */
export function createViewer(urls: readonly string[], link: string): ShareViewer {
  const person = createPerson(urls);
  const token = new URL(link).pathname.replace('/share/', '');
  let presented = token;
  const viewer: ShareViewer = {
    token,
    get: (path = '') => person.get(`/share/${presented}${path}`),
    report: (path, query = {}) => viewer.get(`/api${path}?${new URLSearchParams(query)}`),
    async rows(path, query) {
      const { status, body } = await viewer.report(path, query);
      if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
      return body.data.data;
    },
    async unlock(password) {
      const answer = await person.post(`/share/${token}/unlock`, { password });
      if (answer.status === 200) presented = `${token}.${answer.body.pass}`;
      return answer;
    },
  };
  return viewer;
}
