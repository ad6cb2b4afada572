/**
 * The query key of personal data: the URL first (specification, section 7), the person second, then anything else
 * it depends on.
 */
export type PersonalKey = readonly [url: string, accountId: string | undefined, within?: string]

/** Returns the key of a URL's data for a person; `within` is the workspace if the data belongs to one. */
export function personalKey(
  url: string,
  accountId: string | undefined,
  within?: string,
): PersonalKey {
  return within === undefined ? [url, accountId] : [url, accountId, within]
}
