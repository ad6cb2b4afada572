/**
 * The steps of an envelope: each is the opening of an entry of the public record, whose fingerprint is the envelope's
 * digest. An ended envelope (declined, voided, expired) has a kind 2 entry that names the envelope's first entry, so that
 * its status bit shows the end to everyone; all others are of kind 5 and name no entry, because the record would
 * otherwise show which entries belong together.
 *
 * A step's claims are these, in this order, each hidden behind its own salt:
 *
 *     step      type of the step
 *     sequence  0 for the first step, then counted without gaps
 *     previous  leaf hash of the previous step's entry, lower-case hex; empty for the first step
 *     time      ISO 8601, UTC, to the second, by the service's clock
 *     …         the claims of the type, see STEP_CLAIMS
 *
 * Names and number of the claims are fixed for each type, so that no withheld claim can be a second one of the same name.
 */
import { concat, toHex, utf8 } from '@inkproof/proof/bytes'
import { KINDS, makeOpening, type Opening, openingLeafHash } from '@inkproof/proof/leaf'
import { must } from '@inkproof/proof/proof-error'
import { type Sha256, sha256 } from '@inkproof/proof/sha256'
import { checkClaims, readClaims } from './step-claims.ts'

/** The claims of a step that replaces a recipient, with the name and the address that apply from then on. */
const REPLACED = ['recipient', 'to', 'epoch', 'name', 'email', 'language'] as const

/**
 * The claims of each type of step after the common ones. Hashes and thumbprints are lower-case hex.
 *
 * - `recipient`, `to`: ID of a recipient; `to` is the new ID of the person who takes over, or whose entry is corrected
 * - `epoch`: number of the recipient's link, which a new address raises
 * - `before`, `email`: the address that did not receive the request, and the one that replaces it
 * - `until`: ISO 8601, UTC, to the second: until when the recipient can act
 * - `method`: what was proved (see METHODS)
 * - `key`: thumbprint; `address`: {@link addressHash}; `replaces`: leaf hash of the step that bound the recipient's
 *   earlier key, otherwise empty
 * - `consent`: fingerprint of the accepted text; `pages`: number of pages shown
 * - `statement`: digest; `statements`, `documents`: digests and fingerprints in the order of signing and of the envelope,
 *   separated by spaces
 * - `reason`, `name`, `email`, `language`: text
 *
 * A recipient hands over to another person; the sender corrects the name or the address of a recipient until somebody has
 * signed or approved, and can replace the address alone afterwards, of a person whom the request has not reached
 * (`readdressed`). The sender extends a recipient's own deadline (`extended`), at most to that of the envelope; the earlier deadline
 * is known to the service only, and is in no step.
 */
export const STEP_CLAIMS = {
  sent: [],
  delivered: ['recipient', 'epoch', 'address'],
  opened: ['recipient', 'epoch'],
  verified: ['recipient', 'method'],
  bound: ['recipient', 'epoch', 'key', 'method', 'address', 'replaces'],
  consented: ['recipient', 'consent'],
  viewed: ['recipient', 'pages'],
  signed: ['recipient', 'statement'],
  approved: ['recipient', 'statement'],
  'handed-over': REPLACED,
  corrected: REPLACED,
  readdressed: ['recipient', 'to', 'epoch', 'before', 'email', 'language'],
  extended: ['recipient', 'until'],
  declined: ['recipient', 'statement', 'reason'],
  voided: ['reason'],
  expired: [],
  completed: ['documents', 'statements'],
} as const

export type StepType = keyof typeof STEP_CLAIMS
export type StepClaims<Type extends StepType> = Record<(typeof STEP_CLAIMS)[Type][number], string>

/**
 * What showed who binds a key: access to the mailbox, a passkey or a wallet that was known before, or a signed-in account. A
 * wallet or a passkey whose key is bound with access to a mailbox has the method `mailbox`.
 */
export const METHODS = ['mailbox', 'passkey', 'wallet', 'account'] as const
export type Method = (typeof METHODS)[number]

/** A step as read from its opening. */
export type Step = {
  type: StepType
  sequence: number
  /** Leaf hash of the previous step's entry, hex; empty for the first step. */
  previous: string
  time: Date
  /** Digest of the envelope, 32 bytes. */
  envelope: Uint8Array
  /** Leaf hash of this step's entry, hex. */
  leaf: string
  /** The disclosed claims of the type. */
  claims: Partial<Record<string, string>>
}

/** Input of {@link makeStep}. */
export type StepInput<Type extends StepType> = {
  type: Type
  /** Digest of the envelope. */
  envelope: Uint8Array
  /** The step before; undefined for the first one. */
  after?: Pick<Step, 'sequence' | 'leaf'> | undefined
  /** To the second. */
  time: Date
  claims: StepClaims<Type>
  /** Index of the envelope's first entry; required exactly for the types that end an envelope without completing it. */
  firstIndex?: bigint | undefined
}

/** Whether a step of this type ends the envelope without completing it. */
export function isAbort(type: StepType): boolean {
  return type === 'declined' || type === 'voided' || type === 'expired'
}

/**
 * Creates the opening of a step, with fresh salts.
 *
 * @throws ProofError BAD_STEP, BAD_KIND, BAD_PREVIOUS
 */
export function makeStep<Type extends StepType>(input: StepInput<Type>): Opening {
  const { after, claims, envelope, firstIndex, time, type } = input
  const values: Record<string, string> = {
    step: type,
    sequence: String(after ? after.sequence + 1 : 0),
    previous: after?.leaf ?? '',
    time: `${time.toISOString().slice(0, 19)}Z`,
    ...claims,
  }
  const opening = makeOpening({
    kind: isAbort(type) ? KINDS.revoked : KINDS.event,
    fingerprint: envelope,
    claims: claimNames(type).map((name) => ({ name, value: values[name] ?? '' })),
    ...(firstIndex !== undefined && { previous: firstIndex }),
  })
  readStep(opening)
  return opening
}

/**
 * Reads a step. `step`, `sequence`, `previous` and `time` must be disclosed; any other claim may be withheld.
 *
 * @throws ProofError BAD_STEP, WRONG_STEP_KIND
 */
export function readStep(opening: Opening, hash: Sha256 = sha256): Step {
  const [common, claims] = readClaims(opening, COMMON_CLAIMS)
  const type = STEP_TYPES.find((item) => item === common['step'])
  must(type, 'BAD_STEP', 'The type of a step is unknown.')
  checkClaims(opening, claimNames(type))
  const kind = isAbort(type) ? KINDS.revoked : KINDS.event
  const isPlain = kind === KINDS.revoked || opening.previous === 2n ** 64n - 1n
  const isRight = opening.kind === kind && isPlain
  must(isRight, 'WRONG_STEP_KIND', 'The entry of the step {type} is of the wrong kind.', { type })
  const sequence = Number(common['sequence'])
  const previous = common['previous'] ?? ''
  must(
    (sequence === 0) === (previous === ''),
    'BAD_STEP',
    'Only the first step has none before it.',
  )
  return {
    type,
    sequence,
    previous,
    time: new Date(common['time'] ?? ''),
    envelope: opening.fingerprint,
    leaf: toHex(openingLeafHash(opening, hash)),
    claims,
  }
}

/** Computes the hash of a normalized e-mail address, 32 bytes: SHA-256("inkproof/address/v1\0" ‖ address). */
export function addressHash(email: string, hash: Sha256 = sha256): Uint8Array {
  return hash(concat(ADDRESS_CONTEXT, utf8(email)))
}

const ADDRESS_CONTEXT = utf8('inkproof/address/v1\0')
const COMMON_CLAIMS = ['step', 'sequence', 'previous', 'time'] as const
const STEP_TYPES = Object.keys(STEP_CLAIMS) as StepType[]

function claimNames(type: StepType): string[] {
  return [...COMMON_CLAIMS, ...STEP_CLAIMS[type]]
}
