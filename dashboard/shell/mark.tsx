/** The product's sign. */
export function Mark() {
  return (
    <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <g fill="var(--on-accent)">
        <rect x="7" y="17" width="4.5" height="8" rx="2.25" />
        <rect x="13.75" y="11.5" width="4.5" height="13.5" rx="2.25" />
        <rect x="20.5" y="7" width="4.5" height="18" rx="2.25" />
      </g>
    </svg>
  );
}
