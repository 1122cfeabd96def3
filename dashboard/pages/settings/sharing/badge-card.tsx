import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Website } from '../../../api/app-state.ts';
import { ask, messageOf } from '../../../api/ask.ts';
import { addressOf } from '../../../api/settings.ts';
import { nameOf, usePlace } from '../../../shell/place.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { Card } from '../card.tsx';
import { WebsiteField } from '../data/website-field.tsx';

/** Figures that anybody may see, as pictures for the pages of a website. */
export function BadgeCard() {
  const { websites } = usePlace().workspace;
  const [chosen, setChosen] = useState(websites[0]?.websiteId ?? '');
  const website = websites.find(({ websiteId }) => websiteId === chosen) ?? websites[0];
  if (!website) return null;
  return (
    <Card
      title="Badge and counter"
      lead="Images for your own pages. While they are on, anyone can look up how many visitors and views the website or any of its pages had."
    >
      {websites.length > 1 && (
        <div className="badge-website">
          <WebsiteField value={website.websiteId} onChange={setChosen} />
        </div>
      )}
      <BadgeSwitch key={website.id} website={website} />
    </Card>
  );
}

function BadgeSwitch({ website }: { website: Website }) {
  const { workspace } = usePlace();
  const client = useQueryClient();
  const address = addressOf(workspace.id, `/websites/${website.id}/badge`);
  const queryKey = ['badge', address];
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask<{ enabled: boolean }>(address, { signal }),
  });

  const [wanted, setWanted] = useState<boolean>();

  async function turn(enabled: boolean) {
    setWanted(enabled);
    try {
      client.setQueryData(queryKey, await ask(address, { method: 'PATCH', body: { enabled } }));
    } catch (problem) {
      showToast(messageOf(problem), 'bad');
    } finally {
      setWanted(undefined);
    }
  }

  if (error) return <ErrorState error={error} />;
  if (!data) return <SkeletonRows rows={2} />;
  return (
    <>
      <Checkbox
        label={`Show the badge and the counter of ${nameOf(website)} to anybody`}
        checked={wanted ?? data.enabled}
        onChange={(event) => void turn(event.target.checked)}
      />
      {data.enabled && <BadgeCodes website={website} />}
    </>
  );
}

function BadgeCodes({ website }: { website: Website }) {
  const badge = `/badge/${website.websiteId}.svg`;
  const counter = `/counter/${website.websiteId}.svg`;
  const image = (path: string, words: string) => `<img src="${location.origin}${path}" alt="${words}">`;
  return (
    <div className="badge-codes">
      <img src={badge} alt="The badge: visitors of the last 30 days" height="24" />
      <CodeBlock code={image(badge, 'Visitors of the last 30 days')} label="the badge" />
      <img src={counter} alt="The counter: views of all pages" height="64" />
      <CodeBlock code={image(counter, 'Views')} label="the counter" />
      <p className="field-hint">
        Add <code>?path=/a-page</code> for one page alone, <code>show=visitors</code> or{' '}
        <code>show=pageviews</code>, <code>days=7</code>, <code>label=readers</code>, and{' '}
        <code>theme=light</code> or <code>theme=dark</code>. Figures are at most five minutes old.
      </p>
    </div>
  );
}
