/** The name of the home page's files. */
export const HOME = 'home-page'

/**
 * The file name of a path pattern's first screen, without its extension: `certify` for `/certify`, `share_` for
 * `/share/:shareLink`. The gateway derives the same name from an address. Patterns with more segments have none.
 */
export function fragmentFile(pattern: string): string {
  const [first = '', ...rest] = pattern.split('/').filter(Boolean)
  if (first === '') return HOME
  return `${first}${'_'.repeat(rest.length)}`
}
