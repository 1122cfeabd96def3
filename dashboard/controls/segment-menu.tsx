import { Suspense, useState } from 'react';
import { type Segment, useSegments } from '../api/segments.ts';
import { lazyPart } from '../load-code.ts';
import { canWrite, useWebsite } from '../shell/place.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { IconBookmark, IconCheck, IconPencil, IconPlus, IconTrash } from '../ui/icons.tsx';
import { moveFocus } from '../ui/menu.tsx';
import { Popover } from '../ui/popover.tsx';
import { buildFilterQuery, countFilters, parseFilterQuery } from '../view/filters.ts';
import type { Look } from '../view/use-look.ts';
import type { Doing } from './segment-dialog.tsx';

const SegmentDialog = lazyPart(() => import('./segment-dialog.tsx'));

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
      {doing && (
        <Suspense fallback={null}>
          <SegmentDialog place={place} look={look} doing={doing} onClose={() => setDoing(undefined)} />
        </Suspense>
      )}
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
