/** The key of a personal answer: the URL first (specification, section 7), the person second, then what else it depends on. */
export type PersonalKey = readonly [url: string, accountId: string | undefined, within?: string]

/** Returns the key of a URL's answer to a person; `within` is the workspace where the answer is about it. */
export function personalKey(
  url: string,
  accountId: string | undefined,
  within?: string,
): PersonalKey {
  return within === undefined ? [url, accountId] : [url, accountId, within]
}
