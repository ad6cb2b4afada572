import {
  mergePolicies,
  type Policy,
  parsePolicy,
  policyFromVkey,
  type TrustedRecord,
} from '@inkproof/proof/policy'
import type { TileReader } from '@inkproof/proof/tile'
import { workerTileReader } from './chain-reader.ts'
import { readOwnRecord } from './installation.api.ts'
import type { TrustedChoice } from './verify-options.store.ts'

/**
 * Returns the policy of this installation's own record and of the records that the user trusts; `none` if the own
 * record is unknown and the user has chosen no other.
 *
 * @throws ProofError when policies for the same record disagree, or one is invalid
 */
export function policyFor(
  trusted: readonly TrustedChoice[],
  own: TrustedRecord | null,
): Policy | 'none' {
  const policies = trusted.map(parseChoice)
  if (own !== null) policies.unshift({ records: [own], issuers: [] })
  return policies.length === 0 ? 'none' : mergePolicies(policies)
}

/** Parses a policy file's text or a log's key. Throws an error that explains what is wrong with it. */
export function parseChoice({ policy: text, url }: TrustedChoice): Policy {
  const trimmed = text.trim()
  const policy = /^[[{]/.test(trimmed) ? parsePolicy(trimmed) : policyFromVkey(trimmed)
  const address = url.trim().replace(/\/+$/, '')
  return {
    ...policy,
    records: policy.records.map((record) => ({ ...record, url: record.url || address })),
  }
}

/** Returns a function that opens the files of a trusted record. */
export function recordOpener(own: TrustedRecord | null) {
  return (record: TrustedRecord): TileReader | undefined => {
    if (own !== null && record.origin === own.origin) return readOwnRecord
    return record.url === '' ? undefined : workerTileReader(record.url)
  }
}
