/** Names and values; what is unknown is left away. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  const known = facts.filter(([, value]) => value !== '' && value !== 'unknown' && value !== 'Unknown');
  return (
    <dl className="facts">
      {known.map(([name, value]) => (
        <div key={name} data-fact={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
