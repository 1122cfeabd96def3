import { createContext, type ReactNode, useContext } from 'react';
import type { AppState, Website, Workspace } from '../api/app-state.ts';

export type Place = {
  state: AppState;
  workspace: Workspace;
  website: Website | undefined;
};

const PlaceContext = createContext<Place | undefined>(undefined);

export function PlaceProvider({ place, children }: { place: Place; children: ReactNode }) {
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

export function findPlace(state: AppState, workspaceId: string, websiteId?: string): Place | undefined {
  const workspace = state.workspaces.find(({ id }) => id === workspaceId);
  const website = workspace?.websites.find((each) => each.websiteId === websiteId);
  return workspace && { state, workspace, website };
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

/** Owners and members change things, viewers look. */
export const canWrite = ({ workspace }: Place): boolean => workspace.role !== 'viewer';
export const isOwner = ({ workspace }: Place): boolean => workspace.role === 'owner';
