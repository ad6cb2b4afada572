/**
 * What a verifier trusts: the records that the user names, never those that a proof names, and the wallets that a
 * domain lists as its issuers.
 *
 * A policy comes from a file (an installation publishes its own at `/log/policy.json`, a domain at
 * `/.well-known/inkproof/policy.json`) or from a log's key.
 */
import { equal, from0x, parseU64, to0x } from './bytes.ts'
import { parseVkey, type VerifierKey } from './note.ts'
import { must } from './proof-error.ts'
import { parseWitnessPolicy, type WitnessPolicy } from './witness-policy.ts'

/** The chain and contract where a record is anchored, and the operators that anchored it, the first one first. */
export type TrustedChain = {
  chainId: bigint
  contract: Uint8Array
  operators: readonly [Uint8Array, ...Uint8Array[]]
}

/** A key of a log, and the anchored sizes that it may sign: from `fromSize` up to `toSize`, both included. */
export type TrustedKey = { key: VerifierKey; fromSize: bigint; toSize: bigint | null }

/** A record the user trusts. */
export type TrustedRecord = {
  origin: string
  keys: readonly [TrustedKey, ...TrustedKey[]]
  /** Missing when the user trusts only a key; the origin must then commit to the chain of the proof. */
  chain?: TrustedChain | undefined
  /** The block of an anchor is final after this many confirmations, or when the node reports it as final. */
  confirmations: number
  /** The witnesses and their quorum; null if no witness is required. */
  witnesses: WitnessPolicy | null
  /** Address of the record, such as `https://host/log`; empty if unknown. */
  url: string
}

/** A wallet that signs certificates for a domain, and the block times that this covers. */
export type TrustedIssuer = { wallet: string; from: Date; until: Date | null }

/** The trusted records, and the issuers of the domain that published the policy. */
export type Policy = {
  records: readonly TrustedRecord[]
  issuers: readonly TrustedIssuer[]
}

/** Chain ID of the embedded chain: the local blockchain of a test installation. */
export const EMBEDDED_CHAIN_ID = 31337n

/** Confirmations required when the user trusts a key alone. */
export const DEFAULT_CONFIRMATIONS = 12

/** Shape of a policy file. Addresses are 0x hex, keys are verifier key strings, and times are ISO 8601. */
export type PolicyJson = {
  version: 1
  records: {
    origin: string
    logKeys: { key: string; fromSize?: number; toSize?: number }[]
    chainId: number
    contract: string
    /** The operators that anchored the record, the first one first. */
    operators: string[]
    confirmations: number
    /** C2SP tlog-policy text. */
    witnesses?: string
    url?: string
  }[]
  /** Wallets that sign certificates for the domain that publishes this file. */
  issuers?: { wallet: string; from: string; until?: string }[]
}

/** Largest policy file that is read, in bytes. */
export const MAX_POLICY_BYTES = 64 * 1024

/**
 * Parses a policy file.
 *
 * @throws ProofError BAD_POLICY, EMPTY_POLICY, BAD_NUMBER, POLICIES_DISAGREE, or any error of `parseVkey`
 */
export function parsePolicy(text: string): Policy {
  must(text.length <= MAX_POLICY_BYTES, 'BAD_POLICY', 'The policy is too large.')
  const { version, records, issuers, ...others } = parseObject(parseJson(text))
  must(version === 1, 'BAD_POLICY', 'The policy does not have the version 1.')
  assertNoOtherFields(others)
  const policy = {
    records: parseList(records).map(parseRecord),
    issuers: issuers === undefined ? [] : parseList(issuers).map(parseIssuer),
  }
  const isEmpty = policy.records.length === 0 && policy.issuers.length === 0
  must(!isEmpty, 'EMPTY_POLICY', 'The policy names neither a record nor an issuer.')
  return mergePolicies([policy])
}

/** Formats a policy file that {@link parsePolicy} accepts. */
export function formatPolicy(policy: PolicyJson): string {
  return `${JSON.stringify(policy, null, 2)}\n`
}

/** Creates a policy that trusts the log with this key, on the chain that its origin commits to. */
export function policyFromVkey(vkey: string): Policy {
  const key = parseVkey(vkey)
  const record: TrustedRecord = {
    origin: key.name,
    keys: [{ key, fromSize: 0n, toSize: null }],
    confirmations: DEFAULT_CONFIRMATIONS,
    witnesses: null,
    url: '',
  }
  return { records: [record], issuers: [] }
}

/**
 * Merges policies. Several policies for one record must agree, except that a newer one may have replaced the last key of
 * an older one. A key alone does not change a policy that lists it. One that the policy does not list is trusted in
 * addition: this is how a reader accepts a key that only the operator has signed.
 *
 * @throws ProofError POLICIES_DISAGREE, EMPTY_POLICY
 */
export function mergePolicies(policies: readonly Policy[]): Policy {
  const records = new Map<string, TrustedRecord>()
  for (const record of policies.flatMap((policy) => policy.records)) {
    const other = records.get(record.origin)
    records.set(record.origin, other ? mergeRecords(other, record) : record)
  }
  const issuers = policies.flatMap((policy) => policy.issuers)
  must(records.size + issuers.length > 0, 'EMPTY_POLICY', 'No policy names a record to trust.')
  return { records: [...records.values()], issuers }
}

/** Returns the trusted record with this origin. */
export function findRecord(policy: Policy | 'none', origin: string): TrustedRecord | undefined {
  return policy === 'none' ? undefined : policy.records.find((record) => record.origin === origin)
}

/** Returns whether the record trusts this key for states with this number of entries. */
export function isKeyTrusted(record: TrustedRecord, key: VerifierKey, size: bigint): boolean {
  return record.keys.some(
    ({ key: trusted, fromSize, toSize }) =>
      equal(trusted.publicKey, key.publicKey) &&
      trusted.name === key.name &&
      size >= fromSize &&
      (toSize === null || size <= toSize),
  )
}

function mergeRecords(a: TrustedRecord, b: TrustedRecord): TrustedRecord {
  // Only a key alone has no chain.
  const [strict, other] = !b.chain || (a.chain && continuesKeys(a, b)) ? [a, b] : [b, a]
  const url = strict.url || other.url
  if (!other.chain) {
    const others = other.keys.filter(({ key }) => !isKeyListed(strict, key))
    return { ...strict, keys: [...strict.keys, ...others], url }
  }
  const agree = fingerprintOf(strict) === fingerprintOf(other) && continuesKeys(strict, other)
  must(agree, 'POLICIES_DISAGREE', 'Two policies for the record {origin} disagree.', {
    origin: a.origin,
  })
  return { ...strict, url }
}

/** Whether the user named this key for the record, for states of any size. */
export function isKeyListed(
  { keys }: TrustedRecord,
  { publicKey }: Pick<VerifierKey, 'publicKey'>,
): boolean {
  return keys.some(({ key }) => equal(key.publicKey, publicKey))
}

/** Whether a policy lists the keys of an older one, or has limited the last of them and added those that replaced it. */
export function continuesKeys({ keys }: TrustedRecord, older: TrustedRecord): boolean {
  const [text, olderText] = [keys, older.keys].map((list) =>
    list
      .map(({ key, fromSize, toSize }) => `${to0x(key.publicKey)} ${fromSize}-${toSize ?? ''}`)
      .join(),
  ) as [string, string]
  const limit = keys[older.keys.length - 1]?.toSize ?? null
  const others = keys.slice(older.keys.length)
  const hasReplaced =
    limit !== null &&
    olderText.endsWith('-') &&
    text.startsWith(olderText) &&
    others.length > 0 &&
    others.every(({ fromSize }) => fromSize >= limit)
  return text === olderText || hasReplaced
}

/** Everything that two policies for a record must agree on, except its keys; the address may differ. */
function fingerprintOf({ chain, confirmations, witnesses }: TrustedRecord): string {
  return JSON.stringify(
    [chain && [String(chain.chainId), chain.contract, chain.operators], confirmations, witnesses],
    (_key, value) => (value instanceof Uint8Array ? to0x(value) : value),
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    must(false, 'BAD_POLICY', 'The policy is not JSON.')
  }
}

function parseRecord(json: unknown): TrustedRecord {
  const {
    origin,
    logKeys,
    chainId,
    contract,
    operators,
    confirmations,
    witnesses = null,
    url = '',
    ...others
  } = parseObject(json)
  assertNoOtherFields(others)
  const areTexts =
    typeof origin === 'string' &&
    (witnesses === null || typeof witnesses === 'string') &&
    typeof url === 'string'
  must(areTexts, 'BAD_POLICY', 'A field of the policy is not text.')
  must(url === '' || isWebAddress(url), 'BAD_POLICY', 'The record’s address is not a web address.')
  const [key, ...keys] = parseList(logKeys).map((item) => parseKey(item, origin))
  const [operator, ...successors] = parseList(operators).map(parseAddress)
  must(key && operator, 'BAD_POLICY', 'A record in the policy needs a key and an operator.')
  const isCount = parseCount(confirmations) > 0n
  must(isCount, 'BAD_POLICY', 'The policy must require at least one confirmation.')
  return {
    origin,
    keys: [key, ...keys],
    chain: {
      chainId: parseCount(chainId),
      contract: parseAddress(contract),
      operators: [operator, ...successors],
    },
    confirmations: Number(confirmations),
    witnesses: witnesses === null ? null : parseWitnessPolicy(witnesses),
    url: url.replace(/\/+$/, ''),
  }
}

function parseKey(json: unknown, origin: string): TrustedKey {
  const { key, fromSize = 0, toSize, ...others } = parseObject(json)
  assertNoOtherFields(others)
  must(typeof key === 'string', 'BAD_POLICY', 'A field of the policy is not text.')
  const parsed = parseVkey(key)
  must(parsed.name === origin, 'BAD_POLICY', 'The policy’s log key belongs to another origin.')
  return {
    key: parsed,
    fromSize: parseCount(fromSize),
    toSize: toSize === undefined ? null : parseCount(toSize),
  }
}

function parseIssuer(json: unknown): TrustedIssuer {
  const { wallet, from, until, ...others } = parseObject(json)
  assertNoOtherFields(others)
  return {
    wallet: to0x(parseAddress(wallet)),
    from: parseTime(from),
    until: until === undefined ? null : parseTime(until),
  }
}

function parseTime(value: unknown): Date {
  const isIso =
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(value)
  const time = new Date(isIso ? value : Number.NaN)
  must(!Number.isNaN(time.getTime()), 'BAD_POLICY', 'A time in the policy is not ISO 8601 in UTC.')
  return time
}

function parseObject(value: unknown): Record<string, unknown> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  must(isObject, 'BAD_POLICY', 'A part of the policy is not an object.')
  return value as Record<string, unknown>
}

function assertNoOtherFields(others: object): void {
  const [name] = Object.keys(others)
  must(name === undefined, 'BAD_POLICY', 'The policy has an unknown field.')
}

function parseList(value: unknown): unknown[] {
  must(Array.isArray(value), 'BAD_POLICY', 'A part of the policy is not a list.')
  return value
}

function parseCount(value: unknown): bigint {
  must(typeof value === 'number', 'BAD_POLICY', 'A number in the policy is missing.')
  return parseU64(String(value))
}

function parseAddress(value: unknown): Uint8Array {
  const isValid = typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
  must(isValid, 'BAD_POLICY', 'An address in the policy is not 0x followed by 40 hex characters.')
  return from0x(value.toLowerCase())
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\/[^\s?#@]+$/.test(url)
}
