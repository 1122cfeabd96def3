import { useState } from 'react';
import { type Annotation, useChangeAnnotation } from '../api/annotations.ts';
import { useSubmission } from '../api/use-submission.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { showToast } from '../ui/toast.tsx';
import { type Day, dayIn } from '../view/day.ts';
import type { Editing } from './annotation-pin.tsx';

export type AnnotationDialogProps = {
  editing: Editing;
  /** Of a new one. */
  day: Day;
  zone: string;
  onClose(): void;
};

/** Writes a note, changes one, or takes it away. */
export default function AnnotationDialog({ editing, onClose, ...rest }: AnnotationDialogProps) {
  const change = useChangeAnnotation();
  if (editing.kind === 'delete') {
    const { id, note } = editing.annotation;
    return (
      <ConfirmDialog
        title="Delete the annotation?"
        action="Delete"
        run={() => change.mutateAsync({ kind: 'delete', id })}
        onClose={onClose}
      >
        <p>{`“${note}” goes away for everybody. Numbers are not touched.`}</p>
      </ConfirmDialog>
    );
  }
  const annotation = editing.kind === 'edit' ? editing.annotation : undefined;
  return <AnnotationForm annotation={annotation} onClose={onClose} {...rest} />;
}

type AnnotationFormProps = Omit<AnnotationDialogProps, 'editing'> & { annotation: Annotation | undefined };

function AnnotationForm({ annotation, day: suggested, zone, onClose }: AnnotationFormProps) {
  const before =
    annotation && (annotation.at === null ? annotation.day : dayIn(zone, Date.parse(annotation.at)));
  const [day, setDay] = useState(before ?? suggested);
  const [note, setNote] = useState(annotation?.note ?? '');
  const change = useChangeAnnotation();
  const submission = useSubmission(async () => {
    // A moment stays the moment it was while only its note is changed.
    const moved = day === before ? {} : { day };
    await change.mutateAsync(
      annotation
        ? { kind: 'update', id: annotation.id, note: note.trim(), ...moved }
        : { kind: 'create', day, note: note.trim() },
    );
    showToast('The annotation is saved.');
    onClose();
  });
  return (
    <Dialog title={annotation ? 'Edit the annotation' : 'New annotation'} onClose={onClose}>
      <Form submission={submission} action="Save" disabled={note.trim() === ''}>
        <Field label="Note" error={submission.errorOf('note')}>
          {(control) => (
            <textarea
              className="input"
              rows={3}
              required
              maxLength={1000}
              placeholder="What happened, such as a release or a campaign"
              value={note}
              onChange={(event) => setNote(event.target.value)}
              {...control}
            />
          )}
        </Field>
        <TextField
          label="Day"
          type="date"
          required
          error={submission.errorOf('day')}
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
      </Form>
    </Dialog>
  );
}
