/** A bar for each step: counts too small for a line, of which each one matters. */
export function StepBars({ values, label }: { values: readonly number[]; label: string }) {
  const highest = Math.max(3, ...values);
  const width = 10;
  return (
    <svg
      className="step-bars"
      viewBox={`0 0 ${values.length * width} 100`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {values.map((value, index) => {
        const height = value === 0 ? 2 : Math.max(6, (100 * value) / highest);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place.
            key={index}
            className={value === 0 ? 'step-bar step-bar-none' : 'step-bar'}
            x={index * width + 1.5}
            y={100 - height}
            width={width - 3}
            height={height}
          />
        );
      })}
    </svg>
  );
}
