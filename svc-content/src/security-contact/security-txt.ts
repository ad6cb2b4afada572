/** For how long a response may be used; RFC 9116, section 2.5.5 recommends less than a year. */
const VALID_MS = 180 * 24 * 60 * 60 * 1000

/**
 * Returns the text of `/.well-known/security.txt` (RFC 9116), which says where to report vulnerabilities.
 *
 * @param origin the public origin, without a trailing slash
 * @param contacts URIs, the preferred one first
 */
export function securityTxt(origin: string, contacts: readonly string[], now: Date): string {
  const expires = new Date(now.getTime() + VALID_MS).toISOString().replace(/\.\d+Z$/, 'Z')
  const fields = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
  ]
  return `${fields.join('\n')}\n`
}
