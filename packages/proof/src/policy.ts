/**
 * Whom a verifier trusts: the logs that the reader names, and nothing a proof says about itself.
 *
 * A policy comes from a file (an installation publishes its own at `/log/policy.json`), from a log's
 * key, or from the DNS TXT records of a domain.
 */
import { equal, from0x, parseU64, to0x } from './bytes.ts'
import { formatVkey, parseVkey, type VerifierKey } from './note.ts'
import { must } from './proof-error.ts'

/** Where a log is anchored, and by whom. */
export type TrustedChain = { chainId: bigint; contract: Uint8Array; operator: Uint8Array }

/** A log the reader trusts. Its origin is the key's name. */
export type TrustedLog = {
  key: VerifierKey
  /** Missing when the reader gave only the key: then who anchored is not checked. */
  chain?: TrustedChain | undefined
  /** True for a log on the embedded chain, which proves nothing to others. */
  embedded: boolean
}

/** The logs trusted; never none. */
export type Policy = { logs: readonly [TrustedLog, ...TrustedLog[]] }

/** The chain id of the embedded chain. */
export const EMBEDDED_CHAIN_ID = 31337n

/** Shape of `/log/policy.json`; addresses 0x hex, `logKey` a verifier key string. */
export type PolicyJson = {
  origin: string
  logKey: string
  chainId: number
  contract: string
  operator: string
  embedded: boolean
}

/**
 * A policy file: one log as {@link PolicyJson}, or a list of them.
 *
 * @throws ProofError BAD_POLICY, BAD_KEY, EMPTY_POLICY
 */
export function parsePolicy(text: string): Policy {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    must(false, 'BAD_POLICY', 'The policy is not JSON.')
  }
  return policyOf((Array.isArray(json) ? json : [json]).map(logFromJson))
}

/** A policy that trusts the log with this verifier key, wherever it is anchored. */
export function policyFromVkey(vkey: string): Policy {
  return policyOf([{ key: parseVkey(vkey), embedded: false }])
}

/**
 * A policy from the TXT records of `_inkproof.<domain>`, each
 * `inkproof-log=<vkey> chain=<id> contract=0x… operator=0x…` (the last three together or not at all).
 * Other records are ignored.
 *
 * @throws ProofError EMPTY_POLICY when no record names a log, BAD_POLICY, BAD_KEY
 */
export function policyFromTxt(records: readonly string[]): Policy {
  return policyOf(records.filter((text) => text.startsWith(TXT)).map(logFromTxt))
}

/** The TXT record by which a domain says that it trusts a log. */
export function formatTxt(log: TrustedLog): string {
  const { chain } = log
  const place = chain
    ? ` chain=${chain.chainId} contract=${to0x(chain.contract)} operator=${to0x(chain.operator)}`
    : ''
  return `${TXT}${formatVkey(log.key)}${place}`
}

/** A policy of these logs. @throws ProofError EMPTY_POLICY: trusting nobody must be said, not omitted */
export function policyOf(logs: readonly TrustedLog[]): Policy {
  const [first, ...others] = logs
  must(first, 'EMPTY_POLICY', 'The policy names no log to trust.')
  return { logs: [first, ...others] }
}

/** The trusted logs with this key: a log may be anchored on several chains. */
export function trustedLogs(policy: Policy, key: VerifierKey): TrustedLog[] {
  return policy.logs.filter(
    (log) => log.key.name === key.name && equal(log.key.publicKey, key.publicKey),
  )
}

/** Whether a chain proof is of the chain, contract and operator that the reader trusts the log on. */
export function fitsChain(log: TrustedLog, chain: TrustedChain | undefined): boolean {
  if (!chain || !log.chain) return true
  return (
    log.chain.chainId === chain.chainId &&
    equal(log.chain.contract, chain.contract) &&
    equal(log.chain.operator, chain.operator)
  )
}

const TXT = 'inkproof-log='

function logFromJson(json: unknown): TrustedLog {
  must(typeof json === 'object' && json !== null, 'BAD_POLICY', 'A log of the policy is no object.')
  const { origin, logKey, chainId, contract, operator, embedded, ...others } =
    json as Partial<PolicyJson>
  must(Object.keys(others).length === 0, 'BAD_POLICY', 'The policy has a field that is not known.')
  must(
    typeof logKey === 'string' && typeof embedded === 'boolean' && Number.isSafeInteger(chainId),
    'BAD_POLICY',
    'A log of the policy needs origin, logKey, chainId, contract, operator and embedded.',
  )
  const key = parseVkey(logKey)
  must(key.name === origin, 'BAD_POLICY', 'The log key of the policy is named for another origin.')
  return { key, embedded, chain: chainOf(String(chainId), contract, operator) }
}

function logFromTxt(record: string): TrustedLog {
  const [vkey = '', ...pairs] = record.slice(TXT.length).split(' ')
  const fields = new Map(pairs.map((pair) => pair.split('=', 2) as [string, string]))
  const key = parseVkey(vkey)
  if (fields.size === 0) return { key, embedded: false }
  const id = fields.get('chain') ?? ''
  const chain = chainOf(id, fields.get('contract'), fields.get('operator'))
  return { key, chain, embedded: chain.chainId === EMBEDDED_CHAIN_ID }
}

function chainOf(id: string, contract: unknown, operator: unknown): TrustedChain {
  return { chainId: parseU64(id), contract: address(contract), operator: address(operator) }
}

function address(value: unknown): Uint8Array {
  const good = typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
  must(good, 'BAD_POLICY', 'An address of the policy is not 0x and 40 hex characters.')
  return from0x(value)
}
