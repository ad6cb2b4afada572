/** Decides whether enough witnesses of a policy have cosigned a checkpoint, and as of which time. */
import { toHex } from './bytes.ts'
import { cosignatureTimes } from './cosignature.ts'
import { type Ed25519, verifyEd25519 } from './ed25519.ts'
import { type Note, parseNote, WITNESS_KEY } from './note.ts'
import { must } from './proof-error.ts'
import type { WitnessPolicy } from './witness-policy.ts'

/** What the cosignatures of a note are worth under a policy. */
export type WitnessEvaluation = {
  /**
   * How many witnesses of the quorum have cosigned: distinct public keys, because a cosignature does not commit to
   * the witness's name.
   */
  count: number
  /** The policy's names of these witnesses, in the policy's order. */
  names: string[]
  /** Whether the quorum is met. True for `quorum none`, which asks for nothing. */
  isMet: boolean
  /** The smallest number of witnesses that can meet the quorum; 0 for `quorum none`. */
  needed: number
  /**
   * The smallest number of further witnesses that would meet the quorum; 0 when it is met. With nested groups, `count`
   * can reach `needed` while the quorum is not met, so show `needed - missing` of `needed`.
   */
  missing: number
  /**
   * The largest time t such that cosignatures at or after t meet the quorum: the checkpoint was the newest state known
   * to a quorum at t. Undefined when the quorum is not met or asks for nothing.
   */
  asOf: Date | undefined
}

/**
 * Verifies the cosignatures on a checkpoint note and applies the policy's quorum. The log's own signature is not
 * verified here.
 *
 * Lines of unknown keys and of type 6 (ML-DSA-44) are ignored. A cosignature whose time is after `now` is verified but
 * does not count.
 *
 * @param note a signed note whose text is a checkpoint
 * @param verifySignature a faster Ed25519, such as Node's
 * @throws ProofError BAD_NOTE, BAD_BASE64, and BAD_SIGNATURE when a line of any witness in the policy is invalid
 */
export function evaluateWitnesses(
  note: string,
  policy: WitnessPolicy,
  now: Date,
  verifySignature: Ed25519 = verifyEd25519,
): WitnessEvaluation {
  const newest = newestTimes(parseNote(note), policy, now, verifySignature)
  if (policy.quorum === null) {
    return { count: 0, names: [], isMet: true, needed: 0, missing: 0, asOf: undefined }
  }
  const { needed, missing, time, witnesses } = evaluateMember(policy.quorum, policy, newest)
  const asked = new Set(witnesses)
  const names = policy.witnesses
    .map(({ name }) => name)
    .filter((name) => asked.has(name) && newest.has(name))
  return {
    count: names.length,
    names,
    isMet: missing === 0,
    needed,
    missing,
    asOf: time === undefined ? undefined : new Date(Number(time) * 1000),
  }
}

/** The result of a witness or group: `time` is defined exactly when `missing` is 0. */
type MemberResult = {
  needed: number
  missing: number
  time: bigint | undefined
  witnesses: string[]
}

/** Returns the newest time of each witness's cosignatures up to `now`, by its name in the policy. */
function newestTimes(
  note: Note,
  policy: WitnessPolicy,
  now: Date,
  verifySignature: Ed25519,
): Map<string, bigint> {
  const limit = BigInt(Math.floor(now.getTime() / 1000))
  const newest = new Map<string, bigint>()
  const countedKeys = new Set<string>()
  for (const { name, type, key } of policy.witnesses) {
    if (type !== WITNESS_KEY) continue
    const times = cosignatureTimes(note, key, verifySignature).filter((time) => time <= limit)
    const [latest] = times.sort(descending)
    // A parsed policy has no repeated keys; one built in code might.
    const id = toHex(key.publicKey)
    if (latest === undefined || countedKeys.has(id)) continue
    countedKeys.add(id)
    newest.set(name, latest)
  }
  return newest
}

/**
 * Evaluates a witness or a group. A group meets its threshold k as of the k-th newest time of its members. Each name is
 * a member of at most one group, so no witness is counted twice.
 */
function evaluateMember(
  name: string,
  policy: WitnessPolicy,
  newest: ReadonlyMap<string, bigint>,
): MemberResult {
  const group = policy.groups.find((candidate) => candidate.name === name)
  if (!group) {
    const time = newest.get(name)
    const isKnown = policy.witnesses.some((witness) => witness.name === name)
    must(isKnown, 'BAD_POLICY', 'The witness policy does not define “{name}”.', { name })
    return { needed: 1, missing: time === undefined ? 1 : 0, time, witnesses: [name] }
  }
  const { threshold, members } = group
  const results = members.map((member) => evaluateMember(member, policy, newest))
  const times = results.flatMap(({ time }) => (time === undefined ? [] : [time])).sort(descending)
  return {
    needed: sumOfSmallest(
      threshold,
      results.map(({ needed }) => needed),
    ),
    missing: sumOfSmallest(
      threshold,
      results.map(({ missing }) => missing),
    ),
    time: times[threshold - 1],
    witnesses: results.flatMap(({ witnesses }) => witnesses),
  }
}

function sumOfSmallest(count: number, numbers: readonly number[]): number {
  const smallest = [...numbers].sort((a, b) => a - b).slice(0, count)
  return smallest.reduce((sum, value) => sum + value, 0)
}

function descending(a: bigint, b: bigint): number {
  if (a === b) return 0
  return a > b ? -1 : 1
}
