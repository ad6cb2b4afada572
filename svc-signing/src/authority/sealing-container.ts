/** A sealing identity in a PKCS#12 container, mounted as a file. */
import { createHash } from 'node:crypto'
import { UnusableId } from '@inkproof/pdf-signing/errors'
import { readPkcs12 } from '@inkproof/pdf-signing/pkcs12'
import { StartRefused } from '@inkproof/service-kit/dependency'
import { FILE_PROBLEMS } from './sealing-problems.ts'
import { readSecret, readSetting, type SealingSource, type Secret } from './sealing-source.ts'

export type ContainerSettings = {
  /** Path of the container. */
  certificateFile: string
  passphrase: Secret
}

export function containerSource(settings: ContainerSettings): SealingSource {
  return {
    read: async () => {
      const bytes = await readSetting('SEALING_CERTIFICATE', settings.certificateFile)
      const passphrase = await readSecret(settings.passphrase)
      const digest = createHash('sha256').update(bytes).update('\0').update(passphrase)
      return { digest: digest.digest('hex'), open: () => openContainer(bytes, passphrase) }
    },
  }
}

async function openContainer(bytes: Uint8Array, passphrase: string) {
  try {
    return await readPkcs12(bytes, passphrase)
  } catch (error) {
    if (!(error instanceof UnusableId)) throw error
    throw new StartRefused(FILE_PROBLEMS[error.code](error), { cause: error })
  }
}
