import { useState } from 'react';
import { ask, messageOf } from '../../../api/ask.ts';
import type { Alert } from '../../../api/automation.ts';
import { formatAgo } from '../../../format/dates.ts';
import { nameOf, usePlace } from '../../../shell/place.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { IconBolt, IconMore, IconPencil, IconTrash } from '../../../ui/icons.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { ItemTrouble } from '../automation/item-trouble.tsx';
import { Item } from '../card.tsx';
import { AlertDialog } from './alert-dialog.tsx';
import { describeRule, describeTargets } from './alert-words.ts';
import { HistoryDialog } from './history-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';

export type AlertItemProps = { alert: Alert; address: string; refresh(): Promise<void> };

type Open = 'edit' | 'delete' | 'history' | 'test';

export function AlertItem({ alert, address, refresh }: AlertItemProps) {
  const [open, setOpen] = useState<Open>();
  const own = `${address}/${alert.id}`;
  const { name, enabled } = alert;
  const close = () => setOpen(undefined);

  async function turn() {
    try {
      await ask(own, { method: 'PATCH', body: { enabled: !enabled } });
      await refresh();
      showToast(`${name} is ${enabled ? 'off' : 'on'}.`);
    } catch (error) {
      showToast(messageOf(error), 'bad');
    }
  }

  const items: MenuItem[] = [
    { label: 'Edit', icon: IconPencil, onSelect: () => setOpen('edit') },
    { label: enabled ? 'Turn off' : 'Turn on', icon: IconBolt, onSelect: () => void turn() },
    { label: 'Delete', icon: IconTrash, tone: 'danger', onSelect: () => setOpen('delete') },
  ];
  return (
    <Item
      title={
        <>
          {name}
          <StateBadge alert={alert} />
        </>
      }
      facts={<AlertFacts alert={alert} />}
    >
      <Button onClick={() => setOpen('test')} aria-label={`Test ${name}`}>
        Test
      </Button>
      <Button onClick={() => setOpen('history')} aria-label={`History of ${name}`}>
        History
      </Button>
      <Menu
        label={`More for ${name}`}
        align="end"
        items={items}
        trigger={(control) => <IconButton {...control} icon={IconMore} label={`More for ${name}`} />}
      />
      {open === 'edit' && <AlertDialog address={address} alert={alert} refresh={refresh} onClose={close} />}
      {open === 'history' && <HistoryDialog alert={alert} address={address} onClose={close} />}
      {open === 'test' && <TestDialog alert={alert} address={address} onClose={close} />}
      {open === 'delete' && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          action="Delete the alert"
          run={async () => {
            await ask(own, { method: 'DELETE' });
            await refresh();
            showToast(`${name} is deleted.`);
          }}
          onClose={close}
        >
          <p>It is not checked any more, and its history is deleted with it.</p>
        </ConfirmDialog>
      )}
    </Item>
  );
}

function StateBadge({ alert: { enabled, firing } }: { alert: Alert }) {
  if (!enabled) return <Badge>Off</Badge>;
  return firing ? <Badge tone="bad">Firing</Badge> : null;
}

function AlertFacts({ alert }: { alert: Alert }) {
  const { workspace } = usePlace();
  const website = workspace.websites.find(({ id }) => id === alert.websiteId);
  const { enabled, words, error, lacksSegment, checkedAt, lastTriggeredAt } = alert;
  const trouble = error ?? (lacksSegment ? 'Its segment was deleted. Choose another, or none.' : undefined);
  return (
    <>
      {website && <span>{nameOf(website)}</span>}
      <span>{describeRule(alert)}</span>
      <span>{describeTargets(alert)}</span>
      {enabled && checkedAt && <span>Checked {formatAgo(checkedAt)}</span>}
      {lastTriggeredAt && <span>Last fired {formatAgo(lastTriggeredAt)}</span>}
      {enabled && words && !trouble && <span className="alert-words">{words}</span>}
      {enabled && trouble && <ItemTrouble>{trouble}</ItemTrouble>}
    </>
  );
}
