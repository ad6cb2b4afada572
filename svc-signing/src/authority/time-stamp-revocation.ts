/** CRLs and OCSP responses about the authorities that issued time-stamps, for long-term validation (ETSI EN 319 142-1, 5.4.2). */
import { createHash } from 'node:crypto'
import {
  fetchRevocation,
  mergeRevocation,
  type RevocationData,
} from '@inkproof/pdf-signing/fetch-revocation'
import { revocationSources } from '@inkproof/pdf-signing/revocation-sources'
import { timeStampChain } from '@inkproof/pdf-signing/time-stamp-chain'
import { revocationProblem } from './sealing-problems.ts'

/** The revocation of a time-stamp authority cannot be checked, or it was revoked: a message for the operator. */
export class TimeStampsNotVerifiable extends Error {
  override readonly name = 'TimeStampsNotVerifiable'
}

/** How long fetched data are used again. */
const REUSED_MS = 60 * 60_000

/**
 * Returns a function that returns the OCSP responses or CRLs of the certificates in these tokens (RFC 3161). It fetches them
 * unless it has fetched those of the same authority within the last hour. Certificates that name no revocation service have none.
 *
 * @throws TimeStampsNotVerifiable by the returned function
 */
export function createTimeStampRevocation(
  now: () => Date,
): (tokens: readonly Uint8Array[]) => Promise<RevocationData> {
  const fetched = new Map<string, { at: number; data: RevocationData }>()

  return async (tokens) => {
    const at = now()
    for (const [key, entry] of fetched)
      if (at.getTime() - entry.at >= REUSED_MS) fetched.delete(key)
    const chains = new Map(
      tokens
        .flatMap((token) => timeStampChain(token) ?? [])
        .map((chain) => [hashOf(chain.certificate), chain]),
    )
    const parts: RevocationData[] = []
    for (const [key, chain] of chains) {
      const known = fetched.get(key) ?? { at: at.getTime(), data: await fetchChecked(chain, at) }
      fetched.set(key, known)
      parts.push(known.data)
    }
    return mergeRevocation(parts)
  }
}

async function fetchChecked(
  chain: Parameters<typeof revocationSources>[0],
  now: Date,
): Promise<RevocationData> {
  try {
    return await fetchRevocation(revocationSources(chain), { now })
  } catch (error) {
    const problem = revocationProblem(error)
    if (problem === null) throw error
    throw new TimeStampsNotVerifiable(
      `a time-stamp authority cannot be used: ${problem}; another authority can be named first in TIME_STAMP_URLS`,
      { cause: error },
    )
  }
}

function hashOf(certificate: Uint8Array): string {
  return createHash('sha256').update(certificate).digest('hex')
}
