/** Replaces the authority that signs documents, below the same root (docs/operate/signing-authority.md). */
import { existsSync, readFileSync } from 'node:fs'
import { keysPath, readKeys, writeKeys } from './keys.ts'
import { rootKeyPath } from './signing-authority.ts'

export type Replacement = {
  /** Path of the root's private key; by default where the first start created it. */
  rootKeyFile?: string | undefined
  /** Whether the root revokes the certificates that are replaced. */
  isStolen: boolean
}

/**
 * Replaces SIGNING_AUTHORITY in a data folder, which takes effect when svc-signing starts again.
 *
 * @throws Error that explains what to do, without changing anything
 */
export async function replaceSigningAuthority(
  data: string,
  { isStolen, rootKeyFile = rootKeyPath(data) }: Replacement,
): Promise<void> {
  const path = keysPath(data)
  if (!existsSync(path))
    throw new Error(`${path} does not exist: there is no authority to replace.`)
  const keys = readKeys(path)
  const { SIGNING_AUTHORITY } = keys
  if (!SIGNING_AUTHORITY)
    throw new Error(
      `${path} lacks SIGNING_AUTHORITY. Restore the file from a backup. Without one, the next start creates another ` +
        'authority with another root.',
    )
  if (!existsSync(rootKeyFile))
    throw new Error(
      `${rootKeyFile} does not exist. Name the file with the private key of the root: --root-key FILE`,
    )
  const rootKey = readFileSync(rootKeyFile, 'utf8')
  writeKeys(path, {
    ...keys,
    SIGNING_AUTHORITY: await replace(SIGNING_AUTHORITY, rootKey, rootKeyFile, isStolen),
  })
}

async function replace(
  authority: string,
  rootKey: string,
  rootKeyFile: string,
  isStolen: boolean,
): Promise<string> {
  const { replaceInstallationAuthority, UnusableAuthority } = await import(
    '@inkproof/pdf-signing/installation-authority'
  )
  const sentences: Record<string, string> = {
    malformed: 'SIGNING_AUTHORITY is damaged. Restore it from a backup.',
    'damaged-crl':
      'The CRL of the root in SIGNING_AUTHORITY is damaged. Restore it from a backup: the new CRL must revoke what this one does.',
    'wrong-key': `${rootKeyFile} is not the private key of the root in SIGNING_AUTHORITY.`,
    expired:
      'The root has expired. Remove SIGNING_AUTHORITY: the next start creates another authority with another root.',
  }
  try {
    return await replaceInstallationAuthority(authority, rootKey, { isStolen, now: new Date() })
  } catch (error) {
    const sentence = error instanceof UnusableAuthority ? sentences[error.code] : undefined
    throw sentence === undefined ? error : new Error(sentence, { cause: error })
  }
}
