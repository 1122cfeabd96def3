import { useQuery } from '@tanstack/react-query';
import { ask } from '../../../api/ask.ts';
import type { Erasure } from '../../../api/persons.ts';
import { formatInstant } from '../../../format/dates.ts';
import { nameOf, usePlace } from '../../../shell/place.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Card, Item, Items } from '../card.tsx';
import { Listed } from '../listed.tsx';

const lookAgainMs = 10_000;

/** What was erased where, and when. Nothing of who it was. */
export function ReceiptsCard() {
  const { base } = usePlace();
  const address = `${base}/api/pixel/erasures?limit=50`;
  const receipts = useQuery({
    queryKey: ['erasures', address],
    queryFn: async ({ signal }) => (await ask<{ data: Erasure[] }>(address, { signal })).data,
    refetchInterval: lookAgainMs,
  });
  return (
    <Card
      title="Receipts of erasures"
      lead="What was erased, and when the files themselves are free of it: in the night after, at the latest."
    >
      <Listed query={receipts}>
        {(listed) =>
          listed.length === 0 ? (
            <p className="muted">Nobody was erased yet.</p>
          ) : (
            <Items label="Receipts">
              {listed.map((receipt) => (
                <Receipt key={receipt.id} receipt={receipt} />
              ))}
            </Items>
          )
        }
      </Listed>
    </Card>
  );
}

function Receipt({ receipt }: { receipt: Erasure }) {
  const { workspace } = usePlace();
  const exact = (instant: string) => formatInstant(instant, workspace.timezone);
  const website = workspace.websites.find(({ websiteId }) => websiteId === receipt.website_id);
  const { hits = 0, conversions = 0, payments = 0, identities = 0 } = receipt.analytics;
  return (
    <Item
      title={
        <>
          {exact(receipt.erased_at)}
          <Badge tone={receipt.files_clean_at ? 'plain' : 'accent'}>
            {receipt.files_clean_at ? 'Files are free of it' : 'Files tonight'}
          </Badge>
        </>
      }
      facts={
        <>
          <span>{website ? nameOf(website) : (receipt.website_id ?? 'All websites')}</span>
          <span>
            {hits} hits, {conversions} conversions, {payments} payments, {identities} identities
          </span>
          <span>by {receipt.erased_by}</span>
          {receipt.files_clean_at && <span>files free of it since {exact(receipt.files_clean_at)}</span>}
          <code>{receipt.id}</code>
        </>
      }
    />
  );
}
