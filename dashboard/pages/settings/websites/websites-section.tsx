import { useState } from 'react';
import type { Website } from '../../../api/app-state.ts';
import { usePlace } from '../../../shell/place.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconPlus } from '../../../ui/icons.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Card, Items } from '../card.tsx';
import { AddWebsiteDialog } from './add-website-dialog.tsx';
import { SnippetDialog } from './snippet-dialog.tsx';
import { WebsiteItem } from './website-item.tsx';

export function WebsitesSection() {
  const { workspace } = usePlace();
  const [adds, setAdds] = useState(false);
  const [added, setAdded] = useState<Website>();
  const { websites } = workspace;
  const add = (
    <Button look="primary" icon={IconPlus} onClick={() => setAdds(true)}>
      Add a website
    </Button>
  );
  return (
    <>
      <Card
        title="Websites"
        lead="Visits are counted on a website's domains and their subdomains."
        action={add}
      >
        {websites.length === 0 ? (
          <EmptyState title="No website yet" guide="tracking">
            Add the first one and put a line of code on it.
          </EmptyState>
        ) : (
          <Items label="Websites">
            {websites.map((website) => (
              <WebsiteItem key={website.id} website={website} />
            ))}
          </Items>
        )}
      </Card>
      {adds && (
        <AddWebsiteDialog
          onClose={() => setAdds(false)}
          onAdded={(website) => {
            setAdds(false);
            setAdded(website);
          }}
        />
      )}
      {added && <SnippetDialog website={added} isNew onClose={() => setAdded(undefined)} />}
    </>
  );
}
