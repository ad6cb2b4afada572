/**
 * The query key of personal data: first the URL (specification, section 7), then the user, then the workspace if the
 * data depends on it.
 */
export type PersonalKey = readonly [
  url: string,
  accountId: string | undefined,
  workspaceId?: string,
]

/** Returns the key of a URL's data for a user. `workspaceId` is given if the data belongs to a workspace. */
export function personalKey(
  url: string,
  accountId: string | undefined,
  workspaceId?: string,
): PersonalKey {
  return workspaceId === undefined ? [url, accountId] : [url, accountId, workspaceId]
}
