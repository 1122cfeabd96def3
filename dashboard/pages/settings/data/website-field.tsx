import type { Website } from '../../../api/app-state.ts';
import { nameOf, usePlace } from '../../../shell/place.tsx';
import { SelectField } from '../../../ui/field.tsx';

export function WebsiteField({ value, onChange }: { value: string; onChange(websiteId: string): void }) {
  const { websites } = usePlace().workspace;
  return (
    <SelectField label="Website" value={value} onChange={(event) => onChange(event.target.value)}>
      {websites.map((website: Website) => (
        <option key={website.websiteId} value={website.websiteId}>
          {nameOf(website)}
        </option>
      ))}
    </SelectField>
  );
}
