import { isOwner, usePlace } from '../../../shell/place.tsx';
import { OwnWorkspaces } from './own-workspaces.tsx';
import { WorkspaceSettings } from './workspace-settings.tsx';

export function WorkspaceSection() {
  const place = usePlace();
  return (
    <>
      {isOwner(place) && <WorkspaceSettings workspace={place.workspace} />}
      <OwnWorkspaces />
    </>
  );
}
