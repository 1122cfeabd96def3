import { Link } from 'wouter';
import type { AppState, Website, Workspace } from '../../api/app-state.ts';
import { Entrance } from '../../entrance/entrance.tsx';
import { FirstVisit, useHasArrived } from '../../installation/first-visit.tsx';
import { QuietAlert } from '../../installation/quiet-alert.tsx';
import { SnippetTabs } from '../../installation/snippet-tabs.tsx';
import { nameOf } from '../../shell/place.tsx';

export type FirstWebsiteProps = { state: AppState; workspace: Workspace; website: Website };

export function FirstWebsite({ state, workspace, website }: FirstWebsiteProps) {
  const hasArrived = useHasArrived({ workspaceId: workspace.id, websiteId: website.websiteId });
  const domain = nameOf(website);
  const home = `/w/${workspace.id}/${website.websiteId}`;
  return (
    <Entrance
      width="wide"
      title={`Put Footfall on ${domain}`}
      lead="One line of code on every page, and visits are counted. It is small and asks no other host than this one."
      foot={
        hasArrived === false && (
          <>
            You find the code again in the settings of the website. <Link href={home}>Go on without it</Link>
          </>
        )
      }
    >
      <SnippetTabs website={website} />
      <FirstVisit workspaceId={workspace.id} website={website} domain={domain} />
      <QuietAlert state={state} workspace={workspace} website={website} />
      {hasArrived && (
        <div className="form-foot">
          <Link href={home} className="button button-primary" autoFocus>
            Go to the overview
          </Link>
        </div>
      )}
    </Entrance>
  );
}
