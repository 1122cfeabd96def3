import type { Session } from './sessions.ts';
import { buildTailRows } from './tail.ts';
import { placeRecords, type Row, type View } from './view.ts';

/** Referring hosts; direct traffic and the workspace's own domains are not in it. */
export function buildHostnames(view: View): Row[] {
  const isOwn = (host: string) =>
    view.ownDomains
      .map((domain) => domain.replace(/^www\./, ''))
      .some((own) => host === own || host.endsWith(`.${own}`));
  const foreign = placeRecords(view).filter(
    ({ session }) => session?.facts.referrerDomain && !isOwn(session.facts.referrerHost),
  );
  return buildTailRows(view, hostnameOf, foreign);
}

const hostnameOf = (session: Session | undefined) => ({ hostname: session?.facts.referrerDomain ?? '' });
