import { useState } from 'react';
import { ask, messageOf } from '../../../api/ask.ts';
import type { Goal } from '../../../api/goals.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { IconMore, IconPencil, IconTrash } from '../../../ui/icons.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { Item } from '../card.tsx';
import { GoalDialog } from './goal-dialog.tsx';
import { countOf } from './suggest-goals.ts';

export type GoalItemProps = {
  goal: Goal;
  websiteId: string;
  /** In the last 30 days; undefined where there was nothing, or it is not known yet. */
  counted: { conversions: string; visitors: string } | undefined;
  address: string;
  refresh(): Promise<void>;
};

export function GoalItem({ goal, websiteId, counted, address, refresh }: GoalItemProps) {
  const [open, setOpen] = useState<'edit' | 'archive'>();
  const own = `${address}/${goal.id}`;
  const { name } = goal;
  const close = () => setOpen(undefined);
  const items: MenuItem[] = [
    { label: 'Edit', icon: IconPencil, onSelect: () => setOpen('edit') },
    { label: 'Archive', icon: IconTrash, onSelect: () => setOpen('archive') },
  ];
  return (
    <Item title={name} facts={<GoalFacts goal={goal} counted={counted} />}>
      {goal.archivedAt === null ? (
        <Menu
          label={`More for ${name}`}
          align="end"
          items={items}
          trigger={(control) => <IconButton {...control} icon={IconMore} label={`More for ${name}`} />}
        />
      ) : (
        <BringBack name={name} address={own} refresh={refresh} />
      )}
      {open === 'edit' && (
        <GoalDialog
          address={address}
          place={{ uuid: goal.websiteId, websiteId }}
          goal={goal}
          draft={goal}
          refresh={refresh}
          onClose={close}
        />
      )}
      {open === 'archive' && (
        <ConfirmDialog
          title={`Archive ${name}?`}
          action="Archive the goal"
          run={async () => {
            await ask(own, { method: 'PATCH', body: { archived: true } });
            await refresh();
            showToast(`${name} is archived.`);
          }}
          onClose={close}
        >
          <p>
            {goal.type === 'page'
              ? 'Views of its pages are conversions no more, those of the past neither. Nothing that was recorded changes, and you can bring it back.'
              : 'Events that your pages and servers send stay conversions. Nothing that was recorded changes, and you can bring it back.'}
          </p>
        </ConfirmDialog>
      )}
    </Item>
  );
}

function GoalFacts({ goal, counted }: Pick<GoalItemProps, 'goal' | 'counted'>) {
  const { conversions = '0', visitors = '0' } = counted ?? {};
  return (
    <>
      <span>
        {goal.type === 'page' ? 'Views of ' : 'Event '}
        <code>{goal.match}</code>
      </span>
      {goal.archivedAt === null && (
        <span data-goal={goal.name}>
          {`${countOf(conversions, 'conversion', 'conversions')} of ${countOf(visitors, 'visitor', 'visitors')} in 30 days`}
        </span>
      )}
    </>
  );
}

type BringBackProps = { name: string; address: string; refresh(): Promise<void> };

function BringBack({ name, address, refresh }: BringBackProps) {
  const [busy, setBusy] = useState(false);

  async function bringBack() {
    setBusy(true);
    try {
      await ask(address, { method: 'PATCH', body: { archived: false } });
      await refresh();
      showToast(`${name} counts again.`);
    } catch (error) {
      showToast(messageOf(error), 'bad');
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button busy={busy} onClick={() => void bringBack()} aria-label={`Bring back ${name}`}>
      Bring back
    </Button>
  );
}
