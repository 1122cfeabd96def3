import type { Website } from '../../../api/app-state.ts';
import { FirstVisit } from '../../../installation/first-visit.tsx';
import { SnippetTabs } from '../../../installation/snippet-tabs.tsx';
import { nameOf, usePlace } from '../../../shell/place.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

export function SnippetDialog({ website, onClose }: { website: Website; onClose(): void }) {
  const { workspace } = usePlace();
  const name = nameOf(website);
  return (
    <Dialog title={`Put Footfall on ${name}`} width="medium" onClose={onClose}>
      <div className="website-code">
        <SnippetTabs website={website} />
        <FirstVisit workspaceId={workspace.id} website={website} domain={name} />
      </div>
    </Dialog>
  );
}
