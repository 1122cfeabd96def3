import { useState } from 'react';
import { addressOf, useListed, useRefreshListed } from '../../../api/settings.ts';
import type { CreatedShareLink, ShareLink } from '../../../api/share-links.ts';
import { usePlace } from '../../../shell/place.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconPlus } from '../../../ui/icons.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { Card, Items } from '../card.tsx';
import { Listed } from '../listed.tsx';
import { BadgeCard } from './badge-card.tsx';
import { NewShareLink } from './new-share-link.tsx';
import { ShareLinkDialog } from './share-link-dialog.tsx';
import { ShareLinkItem } from './share-link-item.tsx';

export function SharingSection() {
  const { workspace } = usePlace();
  const address = addressOf(workspace.id, '/share-links');
  const query = useListed<ShareLink>(address);
  const refresh = useRefreshListed(address);
  const [edits, setEdits] = useState<{ link?: ShareLink }>();
  const [made, setMade] = useState<CreatedShareLink>();

  function onSaved(saved: ShareLink | CreatedShareLink) {
    if ('link' in saved) setMade(saved);
    else showToast('The link is saved.');
    setEdits(undefined);
    void refresh();
  }

  const isEmpty = workspace.websites.length === 0;
  return (
    <>
      {made && <NewShareLink made={made} onDone={() => setMade(undefined)} />}
      <Card
        title="Share links"
        lead="A read-only part of the dashboard for anyone who has the link. No account is needed."
        action={
          !isEmpty && (
            <Button look="primary" icon={IconPlus} onClick={() => setEdits({})}>
              New link
            </Button>
          )
        }
      >
        <Listed query={query}>
          {(links) =>
            links.length === 0 ? (
              <EmptyState title="No share links yet" guide={null}>
                {isEmpty
                  ? 'Add a website first.'
                  : 'Make one for each group of readers, so that each can be revoked alone.'}
              </EmptyState>
            ) : (
              <Items label="Share links">
                {links.map((link) => (
                  <ShareLinkItem
                    key={link.id}
                    link={link}
                    address={address}
                    refresh={refresh}
                    onEdit={() => setEdits({ link })}
                  />
                ))}
              </Items>
            )
          }
        </Listed>
      </Card>
      {!isEmpty && <BadgeCard />}
      {edits && (
        <ShareLinkDialog
          address={address}
          link={edits.link}
          onSaved={onSaved}
          onClose={() => setEdits(undefined)}
        />
      )}
    </>
  );
}
