import type { Annotation } from '../api/annotations.ts';
import { formatDay, formatInstant } from '../format/dates.ts';
import { IconButton } from '../ui/button.tsx';
import { IconFlag, IconPencil, IconTrash } from '../ui/icons.tsx';
import { Popover } from '../ui/popover.tsx';

export type Editing = { kind: 'add' } | { kind: 'edit' | 'delete'; annotation: Annotation };

export type AnnotationPinProps = {
  annotations: readonly Annotation[];
  zone: string;
  /** Missing for those who may only look. */
  onEdit: ((editing: Editing) => void) | undefined;
};

/** A flag in the chart; it opens the notes that stand there. */
export function AnnotationPin({ annotations, zone, onEdit }: AnnotationPinProps) {
  const words = annotations.map((each) => `${whenOf(each, zone)}: ${each.note}`).join('; ');
  return (
    <Popover
      label="Annotations"
      className="annotations"
      trigger={(control) => (
        <button type="button" {...control} className="annotation-pin" aria-label={`Annotation. ${words}`}>
          {annotations.length > 1 ? annotations.length : <IconFlag size={12} />}
        </button>
      )}
    >
      {(close) => (
        <ul>
          {annotations.map((annotation) => (
            <li key={annotation.id} className="annotation">
              <div className="annotation-words">
                <p>{annotation.note}</p>
                <p className="annotation-facts">
                  {[whenOf(annotation, zone), annotation.author].filter(Boolean).join(' · ')}
                </p>
              </div>
              {onEdit &&
                (['edit', 'delete'] as const).map((kind) => (
                  <IconButton
                    key={kind}
                    icon={kind === 'edit' ? IconPencil : IconTrash}
                    label={`${kind === 'edit' ? 'Edit' : 'Delete'} ${annotation.note}`}
                    onClick={() => {
                      close();
                      onEdit({ kind, annotation });
                    }}
                  />
                ))}
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}

export const whenOf = ({ day, at }: Annotation, zone: string): string =>
  at === null ? formatDay(day) : formatInstant(at, zone);
