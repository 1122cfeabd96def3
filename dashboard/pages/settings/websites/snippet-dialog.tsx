import type { Website } from '../../../api/app-state.ts';
import { FirstVisit } from '../../../installation/first-visit.tsx';
import { QuietAlert } from '../../../installation/quiet-alert.tsx';
import { SnippetTabs } from '../../../installation/snippet-tabs.tsx';
import { nameOf, usePlace } from '../../../shell/place.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

export type SnippetDialogProps = {
  website: Website;
  /** Just made: then it also offers to watch it. */
  isNew?: boolean;
  onClose(): void;
};

export function SnippetDialog({ website, isNew = false, onClose }: SnippetDialogProps) {
  const { state, workspace } = usePlace();
  const name = nameOf(website);
  return (
    <Dialog title={`Put Footfall on ${name}`} width="medium" onClose={onClose}>
      <div className="website-code">
        <SnippetTabs website={website} />
        <FirstVisit workspaceId={workspace.id} website={website} domain={name} />
        {isNew && <QuietAlert state={state} workspace={workspace} website={website} />}
      </div>
    </Dialog>
  );
}
