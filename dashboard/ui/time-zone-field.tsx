import { useMemo } from 'react';
import { SelectField } from './field.tsx';

export type TimeZoneFieldProps = {
  label?: string;
  value: string;
  error?: string | undefined;
  onChange(zone: string): void;
};

export function TimeZoneField({ label = 'Time zone', value, error, onChange }: TimeZoneFieldProps) {
  const zones = useMemo(() => listZones(value), [value]);
  return (
    <SelectField
      label={label}
      hint="Days begin at midnight there."
      error={error}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {zone.replaceAll('_', ' ')}
        </option>
      ))}
    </SelectField>
  );
}

/** Browsers list zones by their main names; the chosen one may have another. */
function listZones(chosen: string): string[] {
  const known = new Set(Intl.supportedValuesOf('timeZone'));
  return ['UTC', ...[...known.add(chosen)].filter((zone) => zone !== 'UTC').sort()];
}
