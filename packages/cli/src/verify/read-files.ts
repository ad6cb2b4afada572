import { createReadStream, openAsBlob } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { isEvidenceFile } from '@inkproof/pdf-signatures/evidence/detect-evidence'
import { nodeCrypto } from '@inkproof/proof/node-crypto'
import { unreadableFile } from '../unreadable-file.ts'
import { UsageError } from './usage-error.ts'

/** Far above the size of any proof file, which is below 8 KB in a log of a million entries. */
const MAX_PROOF_BYTES = 1024 * 1024

/**
 * Computes the SHA-256 of a file of any size as a stream.
 *
 * @throws UsageError when it cannot be read
 */
export async function fingerprintFile(path: string): Promise<Uint8Array> {
  const hash = nodeCrypto.createHash('sha256')
  try {
    const chunks = createReadStream(path, { highWaterMark: 1 << 20 })
    for await (const chunk of chunks) hash.update(chunk)
  } catch (error) {
    throw unreadableFile('document', path, error)
  }
  return new Uint8Array(hash.digest())
}

/** Reads a proof file. @throws UsageError when it cannot be read or is far too large to be one */
export async function readProofFile(path: string): Promise<string> {
  try {
    const { size } = await stat(path)
    if (size <= MAX_PROOF_BYTES) return await readFile(path, 'utf8')
  } catch (error) {
    throw unreadableFile('proof file', path, error)
  }
  throw new UsageError(`${path} is too large to be a proof file. Did you swap the two files?`)
}

/** Whether a file is the evidence of a signing request. A file that cannot be read is reported where it is used. */
export async function isEvidence(path: string): Promise<boolean> {
  try {
    return await isEvidenceFile(await openAsBlob(path))
  } catch {
    return false
  }
}
