import { useState } from 'react';
import { ask } from '../../../api/ask.ts';
import { useSegments } from '../../../api/segments.ts';
import type { ShareLink } from '../../../api/share-links.ts';
import { formatAgo, formatInstant } from '../../../format/dates.ts';
import { nameOf, usePlace } from '../../../shell/place.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { Item } from '../card.tsx';
import { pageLabels } from './link-draft.ts';

export type ShareLinkItemProps = {
  link: ShareLink;
  address: string;
  refresh(): Promise<void>;
  onEdit(): void;
};

export function ShareLinkItem({ link, address, refresh, onEdit }: ShareLinkItemProps) {
  const { workspace } = usePlace();
  const [revokes, setRevokes] = useState(false);
  const { name, lastViewedAt, expiresAt } = link;
  const website = workspace.websites.find(({ id }) => id === link.websiteId);
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now();

  async function revoke() {
    await ask(`${address}/${link.id}`, { method: 'DELETE' });
    showToast(`${name} is revoked.`);
    await refresh();
  }

  return (
    <Item
      title={
        <>
          {name}
          {link.lacksSegment && <Badge tone="accent">Its segment was deleted</Badge>}
          {isOver && <Badge tone="accent">Expired</Badge>}
          {link.hasPassword && <Badge>Password</Badge>}
          <SegmentBadge link={link} />
          {link.frameAncestors.length > 0 && <Badge>Embeddable</Badge>}
        </>
      }
      facts={
        <>
          {website && <span>{nameOf(website)}</span>}
          <span>{describePages(link)}</span>
          <span>{lastViewedAt ? `Last viewed ${formatAgo(lastViewedAt)}` : 'Never viewed'}</span>
          {expiresAt && (
            <span>{`${isOver ? 'Ended' : 'Until'} ${formatInstant(expiresAt, workspace.timezone)}`}</span>
          )}
        </>
      }
    >
      <Button onClick={onEdit} aria-label={`Edit ${name}`}>
        Edit
      </Button>
      <Button look="danger" onClick={() => setRevokes(true)} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
      {revokes && (
        <ConfirmDialog
          title={`Revoke ${name}?`}
          action="Revoke the link"
          run={revoke}
          onClose={() => setRevokes(false)}
        >
          <p>Whoever has it sees nothing from this moment on. It cannot be made to work again.</p>
        </ConfirmDialog>
      )}
    </Item>
  );
}

function SegmentBadge({ link: { segmentId, websiteId } }: { link: ShareLink }) {
  const { workspace } = usePlace();
  const { data: segments = [] } = useSegments({ workspaceId: workspace.id, websiteUuid: websiteId });
  const segment = segments.find(({ id }) => id === segmentId);
  return segment ? <Badge>{`Only ${segment.name}`}</Badge> : null;
}

function describePages({ pages }: ShareLink): string {
  const labels = pageLabels.filter(({ page }) => pages.includes(page)).map(({ label }) => label);
  return labels.join(', ');
}
