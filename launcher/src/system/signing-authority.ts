/** The certification authority that signs documents for this installation (docs/operate/signing-authority.md). */
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The settings that determine the public address. */
export type OriginSetting = 'PUBLIC_ORIGIN' | 'PORT'

/** The private key of the root, to be moved offline. */
export function rootKeyPath(data: string): string {
  return join(data, 'signing-root.key')
}

/**
 * Creates the authority for the public address that is known now. Writes the root's private key to a file that only its owner
 * can read; an existing one is renamed.
 *
 * @returns the value of SIGNING_AUTHORITY
 */
export async function createSigningAuthority(
  data: string,
  { PUBLIC_ORIGIN, PORT }: { [Name in OriginSetting]?: string | undefined },
): Promise<string> {
  // Loaded only at the first start.
  const { createInstallationAuthority } = await import(
    '@inkproof/pdf-signing/installation-authority'
  )
  const { origin, host } = new URL(PUBLIC_ORIGIN || `http://localhost:${PORT || '8080'}`)
  const crlUrl = `${origin}/api/v1/signing-authority/root.crl`
  const now = new Date()
  const { authority, rootKey } = await createInstallationAuthority(`Inkproof ${host}`, crlUrl, now)
  const path = rootKeyPath(data)
  if (existsSync(path)) renameSync(path, join(data, `signing-root-until-${now.getTime()}.key`))
  writeFileSync(`${path}.new`, rootKey, { mode: 0o600 })
  renameSync(`${path}.new`, path)
  return authority
}
