import { useState } from 'react';
import { useLocation } from 'wouter';
import { downloadPerson } from '../../api/persons.ts';
import { useSubmission } from '../../api/use-submission.ts';
import { EraseDialog } from '../../people/erase-dialog.tsx';
import { isOwner, useWebsite } from '../../shell/place.tsx';
import { Button } from '../../ui/button.tsx';
import { IconDownload } from '../../ui/icons.tsx';

/** What a person may ask for: all that is recorded of them, and that it goes. */
export function PersonTools({ visitorId }: { visitorId: string }) {
  const place = useWebsite();
  const { base, home, website } = place;
  const [, navigate] = useLocation();
  const [erases, setErases] = useState(false);
  const target = { base, websiteId: website.websiteId, name: { visitor_id: visitorId } };
  const download = useSubmission(() => downloadPerson(target));
  return (
    <div className="profile-tools">
      <Button busy={download.busy} onClick={download.run}>
        <IconDownload />
        Export
      </Button>
      {isOwner(place) && (
        <Button look="danger" onClick={() => setErases(true)}>
          Erase
        </Button>
      )}
      {download.error && (
        <p className="form-error" role="alert">
          {download.error}
        </p>
      )}
      {erases && (
        <EraseDialog
          {...target}
          onErased={() => navigate(`${home}/visitors`)}
          onClose={() => setErases(false)}
        />
      )}
    </div>
  );
}
