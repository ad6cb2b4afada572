/** CRLs of the authorities that issued time-stamps, for long-term validation (ETSI EN 319 142-1, 5.4.2). */
import { createHash } from 'node:crypto'
import { UnusableCrl } from '@inkproof/pdf-signing/errors'
import { crlSources, fetchCrls } from '@inkproof/pdf-signing/fetch-crls'
import { timeStampChain } from '@inkproof/pdf-signing/time-stamp-chain'
import { CRL_PROBLEMS } from './sealing-problems.ts'

/** The revocation of a time-stamp authority cannot be checked, or it was revoked: a message for the operator. */
export class TimeStampsNotVerifiable extends Error {
  override readonly name = 'TimeStampsNotVerifiable'
}

/** How long fetched CRLs are used again. */
const CRLS_MS = 60 * 60_000

/**
 * Returns a function that returns the CRLs of the certificates in these tokens (RFC 3161), DER, once each. It fetches them unless it
 * has fetched those of the same authority within the last hour. Certificates that name no CRL have none.
 *
 * @throws TimeStampsNotVerifiable by the returned function
 */
export function createTimeStampCrls(
  now: () => Date,
): (tokens: readonly Uint8Array[]) => Promise<Uint8Array[]> {
  const fetched = new Map<string, { at: number; crls: Uint8Array[] }>()

  return async (tokens) => {
    const at = now()
    for (const [key, entry] of fetched) if (at.getTime() - entry.at >= CRLS_MS) fetched.delete(key)
    const chains = new Map(
      tokens
        .flatMap((token) => timeStampChain(token) ?? [])
        .map((chain) => [hashOf(chain.certificate), chain]),
    )
    const crls: Uint8Array[] = []
    for (const [key, chain] of chains) {
      const known = fetched.get(key) ?? { at: at.getTime(), crls: await fetchChecked(chain, at) }
      fetched.set(key, known)
      crls.push(...known.crls)
    }
    return crls
  }
}

async function fetchChecked(
  chain: Parameters<typeof crlSources>[0],
  now: Date,
): Promise<Uint8Array[]> {
  try {
    return await fetchCrls(crlSources(chain), { now })
  } catch (error) {
    if (!(error instanceof UnusableCrl)) throw error
    throw new TimeStampsNotVerifiable(
      `a time-stamp authority cannot be used: ${CRL_PROBLEMS[error.code](error)}; another authority can be named first in TIME_STAMP_URLS`,
      { cause: error },
    )
  }
}

function hashOf(certificate: Uint8Array): string {
  return createHash('sha256').update(certificate).digest('hex')
}
