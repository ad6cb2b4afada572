/** The storage key of the chosen language. */
export const LANGUAGE_KEY = 'inkproof_language'

/**
 * Returns the first released language among the preferred languages and their base languages (`de` for `de-AT`), or
 * `en` if none is released.
 */
export function chooseLanguage(preferred: readonly string[], released: readonly string[]): string {
  const known = ['en', 'pseudo', ...released]
  const tags = preferred.flatMap((tag) => [tag, tag.replace(/-.*/, '')])
  return tags.find((tag) => known.includes(tag)) ?? 'en'
}
