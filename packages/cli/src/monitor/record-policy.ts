/** Reads which record to follow. The only place of the monitor that depends on the format of a policy. */
import { to0x } from '@inkproof/proof/bytes'
import { formatVkey } from '@inkproof/proof/note'
import { computeOrigin, isComputedOrigin } from '@inkproof/proof/origin'
import { EMBEDDED_CHAIN_ID, parsePolicy } from '@inkproof/proof/policy'

/**
 * What identifies the record. Stored in the state file, so that it cannot change unnoticed. Addresses are 0x hex.
 */
export type PinnedRecord = {
  origin: string
  /** The keys, and the sizes of the states that each may sign, both included; `toSize` is null without a limit. */
  logKeys: { key: string; fromSize: number; toSize: number | null }[]
  chainId: string
  contract: string
  /** The operators that anchored the record, the first one first. */
  operators: [string, ...string[]]
}

/**
 * Parses a policy that names exactly one record with its chain.
 *
 * @throws Error when it names none, several, no chain, or an origin that commits to another chain, contract or
 * operator; ProofError when it is not a policy
 */
export function parseRecordPolicy(text: string): PinnedRecord {
  const [record, ...others] = parsePolicy(text).records
  if (!record?.chain || others.length > 0)
    throw new Error('The policy must name exactly one record, with its chain.')
  const { chainId, contract, operators } = record.chain
  const [first, ...successors] = operators
  const origin = computeOrigin({ chainId, contract, operator: first })
  if (isComputedOrigin(record.origin) && record.origin !== origin)
    throw new Error('The policy’s origin is not that of its chain, contract and first operator.')
  return {
    origin: record.origin,
    logKeys: record.keys.map(({ key, fromSize, toSize }) => ({
      key: formatVkey(key),
      fromSize: Number(fromSize),
      toSize: toSize === null ? null : Number(toSize),
    })),
    chainId: String(chainId),
    contract: to0x(contract),
    operators: [to0x(first), ...successors.map(to0x)],
  }
}

/** Whether the record is anchored on the chain of a test installation, which has few blocks while nothing is recorded. */
export function isEmbedded({ chainId }: PinnedRecord): boolean {
  return chainId === String(EMBEDDED_CHAIN_ID)
}

/** Returns the name of the first field in which the two differ, with both values as text. */
export function findDifference(
  a: PinnedRecord,
  b: PinnedRecord,
): { field: keyof PinnedRecord; values: [string, string] } | undefined {
  for (const field of FIELDS) {
    const values: [string, string] = [formatValue(a[field]), formatValue(b[field])]
    if (values[0] !== values[1]) return { field, values }
  }
  return undefined
}

/** Formats a field of the policy as one line of text. */
export function formatValue(value: PinnedRecord[keyof PinnedRecord]): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const FIELDS = ['origin', 'logKeys', 'chainId', 'contract', 'operators'] as const
