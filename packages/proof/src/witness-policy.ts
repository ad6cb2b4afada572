/**
 * Witness policies: which witnesses a reader knows, and how many must have cosigned a checkpoint. The text format is
 * C2SP tlog-policy. https://c2sp.org/tlog-policy
 */
import { equal, fromBase64 } from './bytes.ts'
import {
  formatVkey,
  type KeyType,
  LOG_KEY,
  ML_DSA_WITNESS_KEY,
  parseVkey,
  type VerifierKey,
  WITNESS_KEY,
} from './note.ts'
import { must, ProofError } from './proof-error.ts'

/** A log of a policy. Its key's name is its origin. */
export type PolicyLog = { key: VerifierKey; url?: string }

/**
 * A witness of a policy. `name` has a meaning inside the policy only; the name in signature lines is `key.name`.
 * Cosignatures of type 6 (ML-DSA-44) are not verified, so such a witness never counts.
 */
export type PolicyWitness = {
  name: string
  type: typeof WITNESS_KEY | typeof ML_DSA_WITNESS_KEY
  key: VerifierKey
  url?: string
}

/** A group, which has witnessed a checkpoint when at least `threshold` of its members have. */
export type PolicyGroup = { name: string; threshold: number; members: readonly string[] }

/** A parsed policy. `quorum` names a witness or a group; null requires no cosignature (`quorum none`). */
export type WitnessPolicy = {
  logs: readonly PolicyLog[]
  witnesses: readonly PolicyWitness[]
  groups: readonly PolicyGroup[]
  quorum: string | null
}

const MAX_CHARACTERS = 65_536
const NONE = 'none'

/**
 * Parses a policy.
 *
 * @throws ProofError BAD_POLICY with the number of the line, or for a missing quorum
 */
export function parseWitnessPolicy(text: string): WitnessPolicy {
  must(text.length <= MAX_CHARACTERS, 'BAD_POLICY', 'The witness policy is too long.')
  const parser = new PolicyParser()
  for (const [i, line] of text.split('\n').entries()) parser.readLine(line, i + 1)
  return parser.finish()
}

/** Formats a policy, so that parsing it again returns the same policy. */
export function formatWitnessPolicy(policy: WitnessPolicy): string {
  const lines = [
    ...policy.logs.map(({ key, url }) => ['log', formatVkey(key), url]),
    ...policy.witnesses.map(({ name, type, key, url }) => [
      'witness',
      name,
      formatVkey(key, type),
      url,
    ]),
    ...policy.groups.map(({ name, threshold, members }) => [
      'group',
      name,
      formatThreshold(threshold, members.length),
      ...members,
    ]),
    ['quorum', policy.quorum ?? NONE],
  ]
  return lines.map((words) => `${words.filter((word) => word !== undefined).join(' ')}\n`).join('')
}

/** Reads lines in order: a line can refer only to names of earlier lines, so groups cannot form a circle. */
class PolicyParser {
  private readonly logs: PolicyLog[] = []
  private readonly witnesses: PolicyWitness[] = []
  private readonly groups: PolicyGroup[] = []
  private readonly names = new Set<string>()
  private readonly membersOfGroups = new Set<string>()
  private quorum: string | null | undefined

  readLine(text: string, line: number): void {
    must(
      !/\p{Cc}/u.test(text.replaceAll('\t', ' ')),
      'BAD_POLICY',
      'Line {line} of the witness policy contains a control character.',
      { line },
    )
    const [keyword, ...words] = text.split(/[ \t]+/).filter((word) => word !== '')
    if (keyword === undefined || keyword.startsWith('#')) return
    if (keyword === 'log') this.readLog(words, line)
    else if (keyword === 'witness') this.readWitness(words, line)
    else if (keyword === 'group') this.readGroup(words, line)
    else if (keyword === 'quorum') this.readQuorum(words, line)
    else
      must(
        false,
        'BAD_POLICY',
        'Line {line} of the witness policy must start with log, witness, group or quorum.',
        { line },
      )
  }

  finish(): WitnessPolicy {
    const { logs, witnesses, groups, quorum } = this
    must(quorum !== undefined, 'BAD_POLICY', 'The witness policy has no quorum line.')
    return { logs, witnesses, groups, quorum }
  }

  private readLog([vkey = '', url, ...others]: string[], line: number): void {
    must(
      vkey !== '' && others.length === 0,
      'BAD_POLICY',
      'Line {line} of the witness policy does not have the form “log key [URL]”.',
      { line },
    )
    const key = parseKey(vkey, LOG_KEY, line)
    assertNewKey(this.logs, key, line)
    this.logs.push({ key, ...(url !== undefined && { url }) })
  }

  private readWitness([name = '', vkey = '', url, ...others]: string[], line: number): void {
    must(
      vkey !== '' && others.length === 0,
      'BAD_POLICY',
      'Line {line} of the witness policy does not have the form “witness name key [URL]”.',
      { line },
    )
    const type = isMlDsaKey(vkey) ? ML_DSA_WITNESS_KEY : WITNESS_KEY
    const key = parseKey(vkey, type, line)
    assertNewKey(this.witnesses, key, line)
    this.defineName(name, line)
    this.witnesses.push({ name, type, key, ...(url !== undefined && { url }) })
  }

  private readGroup([name = '', word = '', ...members]: string[], line: number): void {
    const threshold = parseThreshold(word, members.length)
    must(
      threshold >= 1 && threshold <= members.length,
      'BAD_POLICY',
      'Line {line} of the witness policy does not have the form “group name all|any|number members…” with a number between 1 and the number of members.',
      { line },
    )
    for (const member of members) {
      this.assertDefined(member, line)
      must(
        !this.membersOfGroups.has(member),
        'BAD_POLICY',
        'Line {line} of the witness policy lists “{name}” as a group member for the second time.',
        { line, name: member },
      )
      this.membersOfGroups.add(member)
    }
    this.defineName(name, line)
    this.groups.push({ name, threshold, members })
  }

  private readQuorum([name = '', ...others]: string[], line: number): void {
    must(
      name !== '' && others.length === 0,
      'BAD_POLICY',
      'Line {line} of the witness policy does not have the form “quorum name”.',
      { line },
    )
    must(
      this.quorum === undefined,
      'BAD_POLICY',
      'Line {line} of the witness policy is a second quorum line.',
      { line },
    )
    if (name !== NONE) this.assertDefined(name, line)
    this.quorum = name === NONE ? null : name
  }

  private defineName(name: string, line: number): void {
    must(
      name !== NONE && !this.names.has(name),
      'BAD_POLICY',
      'Line {line} of the witness policy defines the name “{name}”, which is already taken.',
      { line, name },
    )
    this.names.add(name)
  }

  private assertDefined(name: string, line: number): void {
    must(
      this.names.has(name),
      'BAD_POLICY',
      'Line {line} of the witness policy uses the name “{name}”, which no earlier line defines.',
      { line, name },
    )
  }
}

function parseKey(vkey: string, type: KeyType, line: number): VerifierKey {
  try {
    return parseVkey(vkey, type)
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    must(false, 'BAD_POLICY', 'Line {line} of the witness policy has an invalid key: {reason}', {
      line,
      reason: error.message,
    })
  }
}

/** Two keys with the same bytes are duplicates even if their names differ. */
function assertNewKey(
  known: readonly { key: VerifierKey }[],
  { publicKey }: VerifierKey,
  line: number,
): void {
  must(
    !known.some(({ key }) => equal(key.publicKey, publicKey)),
    'BAD_POLICY',
    'Line {line} of the witness policy repeats the key of an earlier line.',
    { line },
  )
}

function isMlDsaKey(vkey: string): boolean {
  const body = /^[^+]+\+[^+]+\+(.*)$/.exec(vkey)?.[1] ?? ''
  // The first byte of the base64 text is in its first four characters.
  return /^[A-Za-z0-9+/]{4}/.test(body) && fromBase64(body.slice(0, 4))[0] === ML_DSA_WITNESS_KEY
}

/** Returns 0 for a word that is no threshold. */
function parseThreshold(word: string, memberCount: number): number {
  if (word === 'all') return memberCount
  if (word === 'any') return 1
  return /^[1-9]\d{0,5}$/.test(word) ? Number(word) : 0
}

function formatThreshold(threshold: number, memberCount: number): string {
  if (threshold === memberCount) return 'all'
  return threshold === 1 ? 'any' : String(threshold)
}
