import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../../api/ask.ts';
import { addressOf } from '../../../api/settings.ts';
import { nameOf, usePlace } from '../../../shell/place.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { Card } from '../card.tsx';
import { WebsiteField } from './website-field.tsx';

export function DeleteRecordsCard() {
  const { workspace } = usePlace();
  const client = useQueryClient();
  const [websiteId, setWebsiteId] = useState(workspace.websites[0]?.websiteId ?? '');
  const [deletes, setDeletes] = useState(false);
  const website = workspace.websites.find((each) => each.websiteId === websiteId);
  const name = website ? nameOf(website) : '';

  async function run() {
    const body = { website_id: websiteId, confirm: name };
    await ask(addressOf(workspace.id, '/records'), { method: 'DELETE', body });
    showToast(`The records of ${name} are deleted.`);
    // No number that is on screen is true any more.
    await client.invalidateQueries();
  }

  return (
    <Card
      title="Delete records"
      lead="Deletes everything that was recorded for a website and begins anew. The website, its code and its settings stay."
    >
      <div className="data-choices">
        <WebsiteField value={websiteId} onChange={setWebsiteId} />
      </div>
      <div className="form-foot">
        <Button look="danger" disabled={!website} onClick={() => setDeletes(true)}>
          Delete all records
        </Button>
      </div>
      {deletes && (
        <ConfirmDialog
          title={`Delete all records of ${name}?`}
          action="Delete all records"
          typed={name}
          run={run}
          onClose={() => setDeletes(false)}
        >
          <p>Visits, events, goal conversions, payments and identities are deleted. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
