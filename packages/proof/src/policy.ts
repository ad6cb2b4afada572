/**
 * The logs a verifier trusts: those that the user names, never those that a proof names.
 *
 * A policy comes from a file (an installation publishes its own at `/log/policy.json`), from a
 * log's key, or from the DNS TXT records of a domain.
 */
import { equal, from0x, parseU64, to0x } from './bytes.ts'
import { formatVkey, parseVkey, type VerifierKey } from './note.ts'
import { must } from './proof-error.ts'

/** The chain and contract where a log is anchored, and the operator that anchors it. */
export type TrustedChain = { chainId: bigint; contract: Uint8Array; operator: Uint8Array }

/** A log the user trusts. Its origin is the key's name. */
export type TrustedLog = {
  key: VerifierKey
  /** Missing when the user trusts the key on any chain; the anchor's contract and operator are not checked then. */
  chain?: TrustedChain | undefined
  /** True if the log is anchored on the embedded chain, so that its proofs prove nothing to others. */
  embedded: boolean
}

/** The trusted logs; never empty. */
export type Policy = { logs: readonly [TrustedLog, ...TrustedLog[]] }

/** Chain ID of the embedded chain: the local blockchain of a test installation. */
export const EMBEDDED_CHAIN_ID = 31337n

/** Shape of `/log/policy.json`. Addresses are 0x hex, and `logKey` is a verifier key string. */
export type PolicyJson = {
  origin: string
  logKey: string
  chainId: number
  contract: string
  operator: string
  embedded: boolean
}

/**
 * Parses a policy file: one log as {@link PolicyJson}, or a list of them.
 *
 * @throws ProofError BAD_POLICY, EMPTY_POLICY, BAD_NUMBER, or any error of `parseVkey`
 */
export function parsePolicy(text: string): Policy {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    must(false, 'BAD_POLICY', 'The policy is not JSON.')
  }
  return createPolicy((Array.isArray(json) ? json : [json]).map(logFromJson))
}

/** Creates a policy that trusts the log with this verifier key on any chain. */
export function policyFromVkey(vkey: string): Policy {
  return createPolicy([{ key: parseVkey(vkey), embedded: false }])
}

/**
 * Creates a policy from the TXT records of `_inkproof.<domain>`, each `inkproof-log=<vkey>
 * chain=<id> contract=0x… operator=0x…` (`chain`, `contract` and `operator` together or not at all). Other records
 * are ignored.
 *
 * @throws ProofError EMPTY_POLICY when no record names a log, BAD_POLICY, BAD_NUMBER, or any error of `parseVkey`
 */
export function policyFromTxt(records: readonly string[]): Policy {
  return createPolicy(records.filter((text) => text.startsWith(TXT)).map(logFromTxt))
}

/** Formats the TXT record by which a domain declares that it trusts a log. */
export function formatTxt(log: TrustedLog): string {
  const { chain } = log
  const chainFields = chain
    ? ` chain=${chain.chainId} contract=${to0x(chain.contract)} operator=${to0x(chain.operator)}`
    : ''
  return `${TXT}${formatVkey(log.key)}${chainFields}`
}

/**
 * Creates a policy from these logs.
 *
 * @throws ProofError EMPTY_POLICY when there are none, because trusting no log must be explicit
 */
export function createPolicy(logs: readonly TrustedLog[]): Policy {
  const [first, ...others] = logs
  must(first, 'EMPTY_POLICY', 'The policy names no log to trust.')
  return { logs: [first, ...others] }
}

/** Returns the trusted logs with this name and key: several, if the user trusts a log on several chains. */
export function trustedLogs(policy: Policy, key: VerifierKey): TrustedLog[] {
  return policy.logs.filter(
    (log) => log.key.name === key.name && equal(log.key.publicKey, key.publicKey),
  )
}

/**
 * Checks whether a chain proof is for the chain, contract and operator that the user trusts. True also if the user
 * trusts the log on any chain, or if there is no chain proof.
 */
export function matchesChain(log: TrustedLog, chain: TrustedChain | undefined): boolean {
  if (!chain || !log.chain) return true
  return (
    log.chain.chainId === chain.chainId &&
    equal(log.chain.contract, chain.contract) &&
    equal(log.chain.operator, chain.operator)
  )
}

const TXT = 'inkproof-log='

function logFromJson(json: unknown): TrustedLog {
  must(
    typeof json === 'object' && json !== null,
    'BAD_POLICY',
    'A log in the policy is not an object.',
  )
  const { origin, logKey, chainId, contract, operator, embedded, ...others } =
    json as Partial<PolicyJson>
  must(Object.keys(others).length === 0, 'BAD_POLICY', 'The policy has an unknown field.')
  must(
    typeof logKey === 'string' && typeof embedded === 'boolean' && Number.isSafeInteger(chainId),
    'BAD_POLICY',
    'A log in the policy needs origin, logKey, chainId, contract, operator and embedded.',
  )
  const key = parseVkey(logKey)
  must(key.name === origin, 'BAD_POLICY', 'The policy’s log key belongs to another origin.')
  return { key, embedded, chain: parseChain(String(chainId), contract, operator) }
}

function logFromTxt(record: string): TrustedLog {
  const [vkey = '', ...pairs] = record.slice(TXT.length).split(' ')
  const fields = new Map(pairs.map((pair) => pair.split('=', 2) as [string, string]))
  const key = parseVkey(vkey)
  if (fields.size === 0) return { key, embedded: false }
  const id = fields.get('chain') ?? ''
  const chain = parseChain(id, fields.get('contract'), fields.get('operator'))
  return { key, chain, embedded: chain.chainId === EMBEDDED_CHAIN_ID }
}

function parseChain(id: string, contract: unknown, operator: unknown): TrustedChain {
  return {
    chainId: parseU64(id),
    contract: parseAddress(contract),
    operator: parseAddress(operator),
  }
}

function parseAddress(value: unknown): Uint8Array {
  const isValid = typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
  must(isValid, 'BAD_POLICY', 'An address in the policy is not 0x followed by 40 hex characters.')
  return from0x(value)
}
