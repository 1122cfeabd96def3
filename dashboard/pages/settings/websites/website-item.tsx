import { useState } from 'react';
import { Link } from 'wouter';
import type { Website } from '../../../api/app-state.ts';
import { formatInstant } from '../../../format/dates.ts';
import { isOwner, nameOf, usePlace } from '../../../shell/place.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { IconMore, IconPencil, IconPeople, IconTrash } from '../../../ui/icons.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { Item } from '../card.tsx';
import { DeleteWebsiteDialog } from './delete-website-dialog.tsx';
import { DomainsDialog } from './domains-dialog.tsx';
import { IdentitiesDialog } from './identities-dialog.tsx';
import { SnippetDialog } from './snippet-dialog.tsx';

type Open = 'snippet' | 'domains' | 'identities' | 'delete';

export function WebsiteItem({ website }: { website: Website }) {
  const place = usePlace();
  const { workspace } = place;
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const name = nameOf(website);
  const [, ...others] = website.domains;
  const items: MenuItem[] = [
    { label: 'Domains', icon: IconPencil, onSelect: () => setOpen('domains') },
    ...(isOwner(place)
      ? [
          { label: 'Identities', icon: IconPeople, onSelect: () => setOpen('identities') },
          { label: 'Delete', icon: IconTrash, tone: 'danger' as const, onSelect: () => setOpen('delete') },
        ]
      : []),
  ];
  return (
    <Item
      title={<Link href={`/w/${workspace.id}/${website.websiteId}`}>{name}</Link>}
      facts={
        <>
          {others.length > 0 && <span>and {others.join(', ')}</span>}
          <code>{website.websiteId}</code>
          <span>Added {formatInstant(website.createdAt, workspace.timezone)}</span>
        </>
      }
    >
      <Button onClick={() => setOpen('snippet')} aria-label={`Code for ${name}`}>
        Code
      </Button>
      <Menu
        label={`More for ${name}`}
        align="end"
        items={items}
        trigger={(control) => <IconButton {...control} icon={IconMore} label={`More for ${name}`} />}
      />
      {open === 'snippet' && <SnippetDialog website={website} onClose={close} />}
      {open === 'domains' && <DomainsDialog website={website} onClose={close} />}
      {open === 'identities' && <IdentitiesDialog website={website} onClose={close} />}
      {open === 'delete' && <DeleteWebsiteDialog website={website} onClose={close} />}
    </Item>
  );
}
