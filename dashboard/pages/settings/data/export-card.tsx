import { useState } from 'react';
import { addressOf } from '../../../api/settings.ts';
import { usePlace } from '../../../shell/place.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { IconDownload } from '../../../ui/icons.tsx';
import { Card } from '../card.tsx';
import { WebsiteField } from './website-field.tsx';

const tables = [
  { name: 'pageviews', label: 'Pageviews' },
  { name: 'events', label: 'Custom events' },
  { name: 'automatics', label: 'Automatic events' },
  { name: 'conversions', label: 'Goal conversions' },
  { name: 'payments', label: 'Payments' },
  { name: 'identities', label: 'Identities' },
] as const;

const formats = [
  { name: 'csv', label: 'CSV, for spreadsheets' },
  { name: 'ndjson', label: 'NDJSON, one record per line' },
] as const;

export function ExportCard() {
  const { workspace } = usePlace();
  const [websiteId, setWebsiteId] = useState(workspace.websites[0]?.websiteId ?? '');
  const [table, setTable] = useState<string>('pageviews');
  const [format, setFormat] = useState<string>('csv');
  const query = new URLSearchParams({ website_id: websiteId, format, table });
  return (
    <Card title="Export" lead="Everything that was recorded, as it was recorded. It is yours.">
      <div className="data-choices">
        <WebsiteField value={websiteId} onChange={setWebsiteId} />
        <SelectField label="Records" value={table} onChange={(event) => setTable(event.target.value)}>
          {tables.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField label="Format" value={format} onChange={(event) => setFormat(event.target.value)}>
          {formats.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="form-foot">
        <a className="button" href={`${addressOf(workspace.id, '/export')}?${query}`} download>
          <IconDownload />
          Download
        </a>
      </div>
    </Card>
  );
}
