import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { type Selection, type Series, TimeDrawing } from './time-drawing.tsx';
import { buildScales, groupPins, listBegun, margins, type Point } from './time-scales.ts';
import { useWidth } from './use-width.ts';

export type TimeChartProps = Series & {
  /** What it shows, for those who hear it. */
  label: string;
  isWhole: boolean;
  /** All that is to be known of a bucket, in words. */
  describe(point: Point): string;
  tooltip(point: Point): ReactNode;
  /** Both ends included. Where it is missing nothing can be zoomed into. */
  onZoom?: ((first: number, last: number) => void) | undefined;
  /** What stands on the axis at some buckets, for those that are near each other in one. */
  pins?: { indexes: readonly number[]; draw(indexes: readonly number[]): ReactNode };
};

/**
 * The cursor follows the pointer or the arrow keys and tells exact values; dragging, or the arrow keys with Shift and
 * then Enter, zooms into what was passed over.
 */
export function TimeChart(props: TimeChartProps) {
  const { label, points, height, isWhole, describe, tooltip, onZoom, pins } = props;
  const [place, width] = useWidth<HTMLDivElement>();
  const [cursor, setCursor] = useState<number>();
  const [selection, setSelection] = useState<Selection>();
  const scales = buildScales(points, { width, height }, isWhole);
  const last = points.length - 1;
  const latest = Math.max(0, listBegun(points).length - 1);
  const at = cursor === undefined ? undefined : Math.min(cursor, last);
  const point = at === undefined ? undefined : points[at];

  const indexOf = (event: PointerEvent<HTMLElement>) =>
    scales.indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left);

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    const index = indexOf(event);
    // A finger points and moves the page: what it points at stays until it points elsewhere.
    if (event.pointerType === 'touch') return setCursor(index);
    if (!onZoom || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setSelection({ from: index, to: index });
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const index = indexOf(event);
    setCursor(index);
    if (selection) setSelection({ ...selection, to: index });
  }

  function zoom() {
    if (selection && selection.from !== selection.to) {
      onZoom?.(Math.min(selection.from, selection.to), Math.max(selection.from, selection.to));
      setCursor(undefined);
    }
    setSelection(undefined);
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const next = moveBy(event.key, at ?? latest, last);
    if (next !== undefined) {
      event.preventDefault();
      setCursor(next);
      if (event.shiftKey && onZoom) setSelection({ from: selection?.from ?? at ?? latest, to: next });
      else setSelection(undefined);
    } else if (event.key === 'Enter' && selection) {
      zoom();
    } else if (event.key === 'Escape') {
      setSelection(undefined);
      setCursor(undefined);
    }
  }

  const groups = groupPins(pins?.indexes ?? [], scales.step);
  const slider = (
    <div
      ref={place}
      className="time-chart"
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-label={`${label}. Arrow keys tell single values.`}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={at ?? latest}
      aria-valuetext={describe(points[at ?? latest] ?? { at: 0, value: 0, isPartial: false })}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={zoom}
      onPointerLeave={(event) => event.pointerType !== 'touch' && !selection && setCursor(undefined)}
      onKeyDown={onKeyDown}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && setCursor(at ?? latest)}
      onBlur={() => setCursor(undefined)}
    >
      {width > 0 && points.length > 0 && (
        <TimeDrawing
          {...props}
          scales={scales}
          width={width}
          cursor={at}
          selection={selection}
          pinned={groups.map(([first = 0]) => first)}
        />
      )}
      {point && at !== undefined && width > 0 && (
        <div className="time-tip" style={placeTip(scales.x(at), width)}>
          {tooltip(point)}
        </div>
      )}
    </div>
  );
  // Beside the slider: what is within one is its picture, and cannot be reached.
  return (
    <div className="time-frame">
      {slider}
      {width > 0 && groups.length > 0 && (
        <ul className="time-pins" aria-label="Annotations" style={{ top: height - margins.bottom }}>
          {groups.map((group) => (
            <li key={group[0]} style={{ left: scales.x(group[0] ?? 0) }}>
              {pins?.draw(group)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function moveBy(key: string, at: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'ArrowRight':
      return Math.min(last, at + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

/** Beside the cursor, on the side with more room, and no wider than that: wider than the page, it would move what is under a finger. */
function placeTip(x: number, width: number) {
  const gap = 12;
  return x < width / 2
    ? { left: x + gap, maxWidth: width - x - gap }
    : { right: width - x + gap, maxWidth: x - gap };
}
