/** Where the key and the certificates that seal documents come from. */
import { readFile } from 'node:fs/promises'
import type { CheckedId } from '@inkproof/pdf-signing/checked-id'
import { StartRefused } from '@inkproof/service-kit/dependency'

/** No final signature can be made now: a message for the operator. */
export class SealUnavailable extends Error {
  override readonly name = 'SealUnavailable'
}

/** What a source contains now. `digest` is another one whenever the identity has to be opened again. */
export type SealingInput = {
  digest: string
  /** @throws StartRefused that says what to do, UnusableId, SealUnavailable */
  open(): Promise<CheckedId>
}

export type SealingSource = {
  /** @throws StartRefused that says what to do, SealUnavailable */
  read(): Promise<SealingInput>
}

/** The passphrase or PIN, or the path of a file with it. */
export type Secret = { text: string } | { file: string }

/** @throws StartRefused */
export async function readSecret(secret: Secret): Promise<string> {
  if ('text' in secret) return secret.text
  const bytes = await readSetting('SEALING_PASSPHRASE_FILE', secret.file)
  // An editor ends the file with a line break.
  return bytes.toString().replace(/\r?\n$/, '')
}

/** Reads the file that a setting names. @throws StartRefused */
export async function readSetting(setting: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const fix = 'check the path, and that the user of svc-signing may read the file'
    throw new StartRefused(`the file of ${setting} cannot be read (${code}); ${fix}`, {
      cause: error,
    })
  }
}
