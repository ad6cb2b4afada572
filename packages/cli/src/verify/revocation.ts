import { readFile } from 'node:fs/promises'
import type { Revocation } from '@inkproof/proof/check-revocation'
import { readCheckpoint } from '@inkproof/proof/checkpoint'
import { parseIssuerRevocation, verifyIssuerRevocation } from '@inkproof/proof/issuer-revocation'
import { ProofError } from '@inkproof/proof/proof-error'
import { parseProofFile } from '@inkproof/proof/proof-file'
import { UsageError } from './usage-error.ts'

/**
 * Reads a revocation and verifies that the issuer of this certificate signed it; undefined without a path.
 *
 * @throws UsageError when the file cannot be read, or does not revoke this certificate
 */
export async function readRevocation(
  path: string | null,
  proofFile: string,
): Promise<Revocation | undefined> {
  if (path === null) return undefined
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) throw new UsageError(`--revocation ${path}: the file cannot be read.`)
  try {
    const revocation = parseIssuerRevocation(text)
    const { opening, checkpoint } = parseProofFile(proofFile)
    verifyIssuerRevocation(revocation, opening, readCheckpoint(checkpoint).origin)
    return { revokedAt: revocation.revokedAt, reason: revocation.reason }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    throw new UsageError(`--revocation ${path}: ${error.message}`)
  }
}
