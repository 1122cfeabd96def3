import { useState } from 'react';
import { ask, messageOf } from '../../../api/ask.ts';
import type { ScheduledReport } from '../../../api/automation.ts';
import { formatInstant } from '../../../format/dates.ts';
import { nameOf, usePlace } from '../../../shell/place.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { IconMore, IconPencil, IconTrash } from '../../../ui/icons.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { ItemTrouble } from '../automation/item-trouble.tsx';
import { Item } from '../card.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { describeRecipients, describeSchedule } from './report-words.ts';

export type ReportItemProps = { report: ScheduledReport; address: string; refresh(): Promise<void> };

export function ReportItem({ report, address, refresh }: ReportItemProps) {
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const own = `${address}/${report.id}`;
  const { name } = report;
  const close = () => setOpen(undefined);
  const items: MenuItem[] = [
    { label: 'Edit', icon: IconPencil, onSelect: () => setOpen('edit') },
    { label: 'Delete', icon: IconTrash, tone: 'danger', onSelect: () => setOpen('delete') },
  ];
  return (
    <Item title={name} facts={<ReportFacts report={report} />}>
      <a
        className="button"
        href={`${own}/preview`}
        target="_blank"
        rel="noreferrer"
        aria-label={`Preview ${name}`}
      >
        Preview
      </a>
      <SendNow report={report} address={own} refresh={refresh} />
      <Menu
        label={`More for ${name}`}
        align="end"
        items={items}
        trigger={(control) => <IconButton {...control} icon={IconMore} label={`More for ${name}`} />}
      />
      {open === 'edit' && (
        <ReportDialog address={address} report={report} refresh={refresh} onClose={close} />
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          action="Delete the report"
          run={async () => {
            await ask(own, { method: 'DELETE' });
            await refresh();
            showToast(`${name} is deleted.`);
          }}
          onClose={close}
        >
          <p>It is not sent to anybody any more. Nothing that was recorded changes.</p>
        </ConfirmDialog>
      )}
    </Item>
  );
}

function ReportFacts({ report }: { report: ScheduledReport }) {
  const { workspace } = usePlace();
  const website = workspace.websites.find(({ id }) => id === report.websiteId);
  return (
    <>
      {website && <span>{nameOf(website)}</span>}
      <span>{describeSchedule(report)}</span>
      <span title={report.recipients.join(', ')}>{describeRecipients(report)}</span>
      {report.nextRunAt && <span>Next {formatInstant(report.nextRunAt, report.timezone)}</span>}
      {report.lastSentAt && <span>Last sent {formatInstant(report.lastSentAt, report.timezone)}</span>}
      {(report.error || report.lacksSegment) && (
        <ItemTrouble>{report.error ?? 'Its segment was deleted. Choose another, or none.'}</ItemTrouble>
      )}
    </>
  );
}

function SendNow({ report, address, refresh }: ReportItemProps) {
  const [busy, setBusy] = useState(false);

  async function send() {
    setBusy(true);
    try {
      const { recipients } = await ask<{ recipients: number }>(`${address}/send`, {
        method: 'POST',
        body: {},
      });
      showToast(
        `${report.name} is on its way to ${recipients === 1 ? 'one recipient' : `${recipients} recipients`}.`,
      );
      await refresh();
    } catch (error) {
      showToast(messageOf(error), 'bad');
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button busy={busy} onClick={() => void send()} aria-label={`Send now: ${report.name}`}>
      Send now
    </Button>
  );
}
