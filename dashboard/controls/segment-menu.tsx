import { type FormEvent, useState } from 'react';
import { messageOf } from '../api/ask.ts';
import { type Segment, type SegmentPlace, useChangeSegment, useSegments } from '../api/segments.ts';
import { canWrite, useWebsite } from '../shell/place.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { IconBookmark, IconCheck, IconPencil, IconPlus, IconTrash } from '../ui/icons.tsx';
import { moveFocus } from '../ui/menu.tsx';
import { Popover } from '../ui/popover.tsx';
import { showToast } from '../ui/toast.tsx';
import { buildFilterQuery, countFilters, parseFilterQuery } from '../view/filters.ts';
import type { Look } from '../view/use-look.ts';

type Doing = { kind: 'save' } | { kind: 'rename'; segment: Segment } | { kind: 'delete'; segment: Segment };

/** Named filters of the website: apply one, keep the present ones, rename, delete. */
export function SegmentMenu({ look }: { look: Look }) {
  const { workspace, website } = useWebsite();
  const place = { workspaceId: workspace.id, websiteUuid: website.id };
  const { data: segments = [] } = useSegments(place);
  const [doing, setDoing] = useState<Doing>();
  const current = findCurrent(segments, look);
  return (
    <>
      <Popover
        label="Segments"
        className="segments"
        trigger={(control) => (
          <Button
            {...control}
            look="quiet"
            icon={IconBookmark}
            className="segments-button"
            title={current?.name}
          >
            <span className="segments-name">{current ? current.name : 'Segments'}</span>
          </Button>
        )}
      >
        {(close) => (
          <SegmentList
            look={look}
            segments={segments}
            current={current}
            onDo={(next) => {
              close();
              setDoing(next);
            }}
            close={close}
          />
        )}
      </Popover>
      {doing && <SegmentDialog place={place} look={look} doing={doing} onClose={() => setDoing(undefined)} />}
    </>
  );
}

function findCurrent(segments: readonly Segment[], { view }: Look): Segment | undefined {
  const wanted = JSON.stringify(buildFilterQuery(view.filters));
  if (countFilters(view.filters) === 0) return undefined;
  return segments.find(
    ({ filters }) => JSON.stringify(buildFilterQuery(parseFilterQuery(filters))) === wanted,
  );
}

type SegmentListProps = {
  look: Look;
  segments: readonly Segment[];
  current: Segment | undefined;
  onDo(doing: Doing): void;
  close(): void;
};

function SegmentList({ look, segments, current, onDo, close }: SegmentListProps) {
  const mayWrite = canWrite(useWebsite());
  const canSave = mayWrite && countFilters(look.view.filters) > 0 && !current;
  return (
    <>
      {segments.length === 0 && (
        <p className="segments-empty">
          No segments yet. Filter the page, then save the filters under a name to come back to them.
        </p>
      )}
      <ul onKeyDown={moveFocus}>
        {segments.map((segment) => (
          <li key={segment.id} className="segment">
            <button
              type="button"
              className="menu-item"
              aria-current={segment === current || undefined}
              onClick={() => {
                look.change({ filters: parseFilterQuery(segment.filters) });
                close();
              }}
            >
              <span className="menu-label" title={segment.name}>
                {segment.name}
              </span>
              {segment === current && <IconCheck />}
            </button>
            {mayWrite && (
              <>
                <IconButton
                  icon={IconPencil}
                  label={`Rename ${segment.name}`}
                  onClick={() => onDo({ kind: 'rename', segment })}
                />
                <IconButton
                  icon={IconTrash}
                  label={`Delete ${segment.name}`}
                  onClick={() => onDo({ kind: 'delete', segment })}
                />
              </>
            )}
          </li>
        ))}
        {canSave && (
          <li>
            <button type="button" className="menu-item" onClick={() => onDo({ kind: 'save' })}>
              <IconPlus />
              <span className="menu-label">Save these filters as a segment</span>
            </button>
          </li>
        )}
      </ul>
    </>
  );
}

type SegmentDialogProps = { place: SegmentPlace; look: Look; doing: Doing; onClose(): void };

function SegmentDialog({ place, look, doing, onClose }: SegmentDialogProps) {
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
