/** Countries in shades by a number. The list beside it says the same in words, so the picture itself is silent. */
import world from 'footfall:world';
import { useState } from 'react';

export type WorldMapProps = {
  /** By ISO alpha-2 code. */
  values: ReadonlyMap<string, number>;
  isChosen(code: string): boolean;
  describe(code: string, value: number): string;
  onChoose?(code: string): void;
};

type Over = { code: string; x: number; y: number };

export default function WorldMap({ values, isChosen, describe, onChoose }: WorldMapProps) {
  const [over, setOver] = useState<Over>();
  const most = Math.max(1, ...values.values());
  return (
    <div className="world">
      <svg viewBox={`0 0 ${world.width} ${world.height}`} aria-hidden="true">
        {world.shapes.map(({ code, path }, index) => {
          const value = (code && values.get(code)) || 0;
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the list beside the map has the same as buttons.
            <path
              key={code ?? `unnamed-${index}`}
              d={path}
              data-country={code}
              className={code && isChosen(code) ? 'world-land world-chosen' : 'world-land'}
              style={value > 0 ? { fill: shadeOf(value, most) } : undefined}
              onPointerMove={(event) => {
                const place = event.currentTarget.ownerSVGElement?.getBoundingClientRect();
                if (code && place)
                  setOver({ code, x: event.clientX - place.left, y: event.clientY - place.top });
              }}
              onPointerLeave={() => setOver(undefined)}
              onClick={() => code && value > 0 && onChoose?.(code)}
            />
          );
        })}
      </svg>
      {over && (
        <div className="world-tip" style={{ left: over.x, top: over.y }}>
          {describe(over.code, values.get(over.code) ?? 0)}
        </div>
      )}
    </div>
  );
}

/** By the root, or one large country would leave all others pale. */
function shadeOf(value: number, most: number): string {
  const share = 16 + 84 * Math.sqrt(value / most);
  return `color-mix(in oklab, var(--accent) ${share.toFixed(0)}%, var(--land))`;
}
