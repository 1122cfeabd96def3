import { type FormEvent, useState } from 'react';
import { messageOf } from '../../api/ask.ts';
import { useChangeFunnel } from '../../api/funnels.ts';
import { canWrite, useWebsite } from '../../shell/place.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconBookmark, IconPencil, IconTrash } from '../../ui/icons.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { Look } from '../../view/use-look.ts';
import type { Draft } from './draft.ts';
import { fewestSteps, sameSteps } from './steps.ts';

type Open = 'save' | 'rename' | 'delete' | undefined;

/** Keeps what is looked at, or changes what is kept; viewers only look. */
export function FunnelTools({ look, draft }: { look: Look; draft: Draft }) {
  const place = useWebsite();
  const [open, setOpen] = useState<Open>();
  const actions = useFunnelActions(look, draft);
  const { saved, steps, windowHours } = draft;
  if (!canWrite(place)) return null;
  const isWhole = steps.length >= fewestSteps;
  const isChanged =
    saved !== undefined && (!sameSteps(saved.steps, steps) || saved.windowHours !== windowHours);
  return (
    <div className="funnel-tools">
      {saved && isChanged && (
        <Button
          look="primary"
          busy={actions.isPending}
          disabled={!isWhole}
          onClick={() => actions.saveChanges(saved.id)}
        >
          Save changes
        </Button>
      )}
      {(!saved || isChanged) && (
        <Button
          look={saved ? 'plain' : 'primary'}
          icon={IconBookmark}
          disabled={!isWhole}
          onClick={() => setOpen('save')}
        >
          {saved ? 'Save as new' : 'Save'}
        </Button>
      )}
      {saved && <IconButton icon={IconPencil} label="Rename the funnel" onClick={() => setOpen('rename')} />}
      {saved && <IconButton icon={IconTrash} label="Delete the funnel" onClick={() => setOpen('delete')} />}
      <FunnelDialogs open={open} saved={saved} actions={actions} onClose={() => setOpen(undefined)} />
    </div>
  );
}

type Actions = ReturnType<typeof useFunnelActions>;

function useFunnelActions(look: Look, { steps, windowHours }: Draft) {
  const { base, website } = useWebsite();
  const change = useChangeFunnel({ base, websiteUuid: website.id });
  const show = (id: string | undefined) => look.change({ own: { funnel: id } }, { replace: true });
  return {
    isPending: change.isPending,
    async saveChanges(id: string) {
      try {
        await change.mutateAsync({ kind: 'update', id, steps: [...steps], windowHours });
        show(id);
        showToast('The funnel was saved');
      } catch (error) {
        showToast(messageOf(error), 'bad');
      }
    },
    async saveAs(name: string) {
      const made = await change.mutateAsync({ kind: 'create', name, steps: [...steps], windowHours });
      show(made.id);
      showToast('The funnel was saved');
    },
    rename: (id: string, name: string) => change.mutateAsync({ kind: 'update', id, name }),
    async remove(id: string) {
      await change.mutateAsync({ kind: 'delete', id });
      show(undefined);
    },
  };
}

type FunnelDialogsProps = { open: Open; saved: Draft['saved']; actions: Actions; onClose(): void };

function FunnelDialogs({ open, saved, actions, onClose }: FunnelDialogsProps) {
  if (open === 'save') {
    return (
      <NameDialog title="Save the funnel" action="Save" name="" run={actions.saveAs} onClose={onClose} />
    );
  }
  if (open === 'rename' && saved) {
    const rename = (name: string) => actions.rename(saved.id, name);
    return (
      <NameDialog
        title="Rename the funnel"
        action="Rename"
        name={saved.name}
        run={rename}
        onClose={onClose}
      />
    );
  }
  if (open !== 'delete' || !saved) return null;
  return (
    <ConfirmDialog
      title="Delete the funnel"
      action="Delete"
      run={() => actions.remove(saved.id)}
      onClose={onClose}
    >
      <p>{`“${saved.name}” goes away for everybody in the workspace. What was counted stays.`}</p>
    </ConfirmDialog>
  );
}

type NameDialogProps = {
  title: string;
  action: string;
  name: string;
  run(name: string): Promise<unknown>;
  onClose(): void;
};

function NameDialog({ title, action, name: before, run, onClose }: NameDialogProps) {
  const [name, setName] = useState(before);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      await run(name.trim());
      onClose();
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form className="funnel-name-form" onSubmit={submit}>
        <TextField
          label="Name"
          value={name}
          maxLength={255}
          required
          autoComplete="off"
          error={error}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="funnel-name-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={busy} disabled={name.trim() === ''}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
