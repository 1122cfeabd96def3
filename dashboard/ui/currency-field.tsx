import { useMemo } from 'react';
import { SelectField } from './field.tsx';

export type CurrencyFieldProps = {
  value: string;
  error: string | undefined;
  onChange(currency: string): void;
};

export function CurrencyField({ value, error, onChange }: CurrencyFieldProps) {
  const currencies = useMemo(() => listCurrencies(value), [value]);
  return (
    <SelectField
      label="Currency"
      hint="The one that your prices are in. Payments in others are shown beside it, never converted."
      error={error}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {currencies.map(({ code, name }) => (
        <option key={code} value={code}>
          {name} ({code})
        </option>
      ))}
    </SelectField>
  );
}

function listCurrencies(chosen: string): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(undefined, { type: 'currency' });
  const codes = new Set(Intl.supportedValuesOf('currency')).add(chosen);
  return [...codes]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name));
}
