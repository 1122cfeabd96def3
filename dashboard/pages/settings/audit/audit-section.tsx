import { useInfiniteQuery } from '@tanstack/react-query';
import { ask } from '../../../api/ask.ts';
import { addressOf } from '../../../api/settings.ts';
import { formatAgo, formatInstant } from '../../../format/dates.ts';
import { usePlace } from '../../../shell/place.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconDownload } from '../../../ui/icons.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { Card, Item, Items } from '../card.tsx';
import { type AuditEntry, actionWords, actorWords } from './audit-words.ts';

type Page = { items: AuditEntry[]; nextCursor?: string };

export function AuditSection() {
  const { workspace } = usePlace();
  const address = addressOf(workspace.id, '/audit');
  const entries = useInfiniteQuery({
    queryKey: ['audit', address],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => ask<Page>(`${address}?limit=50${pageParam}`, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor && `&cursor=${encodeURIComponent(nextCursor)}`,
  });
  const shown = entries.data?.pages.flatMap(({ items }) => items);
  return (
    <Card
      title="Audit log"
      lead="Who did what in this workspace, for a year: keys, members, share links, sign-ins, settings and deletions."
      action={
        <a className="button" href={addressOf(workspace.id, '/audit.csv')} download>
          <IconDownload />
          CSV
        </a>
      }
    >
      {entries.error ? (
        <ErrorState error={entries.error} />
      ) : !shown ? (
        <SkeletonRows rows={6} />
      ) : shown.length === 0 ? (
        <EmptyState title="Nothing was written down yet" guide={null}>
          Entries come with the next sign-in or change.
        </EmptyState>
      ) : (
        <Items label="Audit log">
          {shown.map((entry) => (
            <Entry key={entry.id} entry={entry} zone={workspace.timezone} />
          ))}
        </Items>
      )}
      {entries.hasNextPage && (
        <div className="form-foot">
          <Button busy={entries.isFetchingNextPage} onClick={() => entries.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}

function Entry({ entry, zone }: { entry: AuditEntry; zone: string }) {
  return (
    <Item
      title={
        <>
          {actionWords(entry.action)}
          {entry.subject && `: ${entry.subject}`}
        </>
      }
      facts={
        <>
          <span>{actorWords(entry)}</span>
          <span title={formatInstant(entry.at, zone)}>{formatAgo(entry.at)}</span>
          {entry.network && <span>from {entry.network}</span>}
        </>
      }
    />
  );
}
