import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { WorkspaceForm } from '../../../entrance/workspace-form.tsx';
import { formatRole } from '../../../format/roles.ts';
import { nameOf, usePlace } from '../../../shell/place.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconPlus } from '../../../ui/icons.tsx';
import { Card, Item, Items } from '../card.tsx';

/** All workspaces that the person belongs to. */
export function OwnWorkspaces() {
  const { state, workspace } = usePlace();
  const [makes, setMakes] = useState(false);
  const [, navigate] = useLocation();
  return (
    <Card
      title="Your workspaces"
      lead="Websites, people and keys of one workspace are unknown to the others."
      action={
        state.mayCreateWorkspace && (
          <Button icon={IconPlus} onClick={() => setMakes(true)}>
            New workspace
          </Button>
        )
      }
    >
      <Items label="Workspaces">
        {state.workspaces.map(({ id, name, role, websites }) => (
          <Item
            key={id}
            title={
              <>
                {id === workspace.id ? name : <Link href={`/w/${id}`}>{name}</Link>}
                <Badge tone={id === workspace.id ? 'accent' : 'plain'}>{formatRole(role)}</Badge>
              </>
            }
            facts={<span>{websites.map(nameOf).join(', ') || 'No website yet'}</span>}
          />
        ))}
      </Items>
      {makes && (
        <Dialog title="New workspace" onClose={() => setMakes(false)}>
          <WorkspaceForm
            onMade={({ id }) => {
              setMakes(false);
              navigate(`/w/${id}/settings/websites`);
            }}
          />
        </Dialog>
      )}
    </Card>
  );
}
