import { createContext, type ReactNode, useContext } from 'react';
import type { SharePage } from '../../src/contract/share-pages.ts';
import type { AppState, Website, Workspace } from '../api/app-state.ts';
import type { SharedView } from '../api/shared-view.ts';

export type Place = {
  state: AppState;
  workspace: Workspace;
  website: Website | undefined;
  /** What the server is asked about it begins with this. */
  base: string;
  /** The addresses of its pages begin with this. */
  home: string;
  /** What is left out for whoever came by a share link; undefined for the people of the workspace. */
  shared: SharedView | undefined;
};

const PlaceContext = createContext<Place | undefined>(undefined);

export function PlaceProvider({ place, children }: { place: Place; children: ReactNode }) {
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

export function findPlace(state: AppState, workspaceId: string, websiteId?: string): Place | undefined {
  const workspace = state.workspaces.find(({ id }) => id === workspaceId);
  const website = workspace?.websites.find((each) => each.websiteId === websiteId);
  if (!workspace) return undefined;
  const home = website ? `/w/${workspaceId}/${website.websiteId}` : `/w/${workspaceId}`;
  return { state, workspace, website, base: `/app/workspaces/${workspaceId}`, home, shared: undefined };
}

/** Which workspace, and on its pages which website, is looked at. */
export function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (!place) throw new Error('This page is not below a workspace.');
  return place;
}

export function useWebsite(): Place & { website: Website } {
  const place = usePlace();
  if (!place.website) throw new Error('This page is not below a website.');
  return { ...place, website: place.website };
}

export const nameOf = (website: Website): string => website.domains[0] ?? website.websiteId;

export const canOpen = ({ shared }: Place, page: SharePage): boolean =>
  shared === undefined || shared.pages.includes(page);

/** Owners and members change things, viewers look. */
export const canWrite = ({ workspace }: Place): boolean => workspace.role !== 'viewer';
export const isOwner = ({ workspace }: Place): boolean => workspace.role === 'owner';
