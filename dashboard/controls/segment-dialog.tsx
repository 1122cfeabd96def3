import { type FormEvent, useState } from 'react';
import { messageOf } from '../api/ask.ts';
import { type Segment, type SegmentPlace, useChangeSegment } from '../api/segments.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { showToast } from '../ui/toast.tsx';
import { buildFilterQuery } from '../view/filters.ts';
import type { Look } from '../view/use-look.ts';

export type Doing =
  | { kind: 'save' }
  | { kind: 'rename'; segment: Segment }
  | { kind: 'delete'; segment: Segment };

type SegmentDialogProps = { place: SegmentPlace; look: Look; doing: Doing; onClose(): void };

export default function SegmentDialog({ place, look, doing, onClose }: SegmentDialogProps) {
  const change = useChangeSegment(place);
  const [name, setName] = useState(doing.kind === 'rename' ? doing.segment.name : '');
  if (doing.kind === 'delete') {
    return (
      <ConfirmDialog
        title={`Delete the segment ${doing.segment.name}?`}
        action="Delete"
        run={() => change.mutateAsync({ kind: 'delete', id: doing.segment.id })}
        onClose={onClose}
      >
        <p>
          Everyone in the workspace loses it, and share links that show it alone show nothing any more.
          Numbers are not touched.
        </p>
      </ConfirmDialog>
    );
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = name.trim();
    const filters = buildFilterQuery(look.view.filters);
    await change.mutateAsync(
      doing.kind === 'rename'
        ? { kind: 'update', id: doing.segment.id, name: wanted }
        : { kind: 'create', name: wanted, filters },
    );
    showToast(`Segment ${wanted} saved`);
    onClose();
  }

  return (
    <Dialog title={doing.kind === 'save' ? 'Save segment' : 'Rename segment'} onClose={onClose}>
      <form className="segment-form" onSubmit={(event) => void submit(event).catch(() => {})}>
        <TextField
          label="Name"
          value={name}
          required
          maxLength={255}
          error={change.error ? messageOf(change.error) : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="filter-editor-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={change.isPending} disabled={name.trim() === ''}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
