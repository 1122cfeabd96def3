/** No space is in the id of a workspace. */
export function websiteKey(workspaceId: string, websiteId: string): string {
  return `${workspaceId} ${websiteId}`;
}
