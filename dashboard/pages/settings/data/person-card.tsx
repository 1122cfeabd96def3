import { useState } from 'react';
import { downloadPerson, type FoundPerson, findPerson, type PersonName } from '../../../api/persons.ts';
import { useSubmission } from '../../../api/use-submission.ts';
import { formatInstant } from '../../../format/dates.ts';
import { EraseDialog } from '../../../people/erase-dialog.tsx';
import { isOwner, usePlace } from '../../../shell/place.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Card } from '../card.tsx';
import { WebsiteField } from './website-field.tsx';

type Kind = 'visitor_id' | 'external_id';

/** Finds one person by an ID, shows what is recorded of them, and hands it out or erases it. */
export function PersonCard() {
  const place = usePlace();
  const { workspace } = place;
  const [websiteId, setWebsiteId] = useState(workspace.websites[0]?.websiteId ?? '');
  const [kind, setKind] = useState<Kind>('visitor_id');
  const [id, setId] = useState('');
  /** Null where nothing is recorded. */
  const [found, setFound] = useState<FoundPerson | null>();
  const [erases, setErases] = useState(false);
  const name: PersonName = kind === 'visitor_id' ? { visitor_id: id } : { external_id: id };
  const target = { base: place.base, websiteId, name };
  const search = useSubmission(async () => {
    setFound(undefined);
    setFound((await findPerson(target)) ?? null);
  });
  const download = useSubmission(() => downloadPerson(target));
  const change = (apply: () => void) => {
    setFound(undefined);
    apply();
  };
  return (
    <Card
      title="One person"
      lead="Everything recorded of a person, for when they ask for it, or ask you to erase it. Visitors who were identified by the same external ID are one person."
    >
      <form onSubmit={search.onSubmit}>
        <div className="data-choices">
          <WebsiteField value={websiteId} onChange={(value) => change(() => setWebsiteId(value))} />
          <SelectField
            label="Known by"
            value={kind}
            onChange={(event) => change(() => setKind(event.target.value as Kind))}
          >
            <option value="visitor_id">Visitor ID</option>
            <option value="external_id">External ID</option>
          </SelectField>
          <TextField
            label="ID of the person"
            value={id}
            onChange={(event) => change(() => setId(event.target.value))}
            autoComplete="off"
            spellCheck={false}
            required
          />
        </div>
        {search.error && (
          <p className="form-error" role="alert">
            {search.error}
          </p>
        )}
        <div className="form-foot">
          <Button type="submit" busy={search.busy}>
            Find
          </Button>
        </div>
      </form>
      {found === null && <p role="status">Nothing is recorded of this person.</p>}
      {found && (
        <div role="status">
          <p>{describeFound(found, workspace.timezone)}</p>
          <div className="form-foot">
            <Button busy={download.busy} onClick={download.run}>
              Export
            </Button>
            {isOwner(place) && (
              <Button look="danger" onClick={() => setErases(true)}>
                Erase
              </Button>
            )}
          </div>
        </div>
      )}
      {erases && (
        <EraseDialog {...target} onErased={() => setFound(undefined)} onClose={() => setErases(false)} />
      )}
    </Card>
  );
}

const words: Record<string, string> = {
  pageviews: 'pageviews',
  events: 'custom events',
  automatics: 'automatic events',
  goals: 'goal conversions',
  payments: 'payments',
  identities: 'identities',
};

function describeFound({ visitor_ids, sessions, records, first_seen, last_seen }: FoundPerson, zone: string) {
  const counted = Object.entries(words).flatMap(([kind, word]) =>
    records[kind] ? [`${records[kind]} ${word}`] : [],
  );
  const visitors = visitor_ids.length === 1 ? '1 visitor' : `${visitor_ids.length} visitors`;
  const span = `from ${formatInstant(first_seen, zone)} to ${formatInstant(last_seen, zone)}`;
  return `${visitors}, ${sessions} visits, ${counted.join(', ')}, ${span}.`;
}
