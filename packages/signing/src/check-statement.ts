/** The checks of one statement that concern envelope, record and key. */
import { equal, toHex } from '@inkproof/proof/bytes'
import { type Finding, passed } from '@inkproof/proof/finding'
import { must } from '@inkproof/proof/proof-error'
import type { EvidenceContext, KnownStatement } from './evidence-context.ts'
import type { BoundKey, Person } from './people.ts'
import { keyThumbprint } from './public-key.ts'
import type { Act } from './statement.ts'
import type { Method, StepType } from './step.ts'
import type { Binding } from './verification.ts'

/**
 * Checks that the statement is about this envelope, and that its recipient may make it.
 *
 * @throws ProofError OTHER_RECORD, OTHER_FIRST_ENTRY, OTHER_ENVELOPE, OTHER_DOCUMENTS, UNKNOWN_RECIPIENT, HANDED_OVER,
 * WRONG_ROLE, NO_STEP, OTHER_CONSENT, BAD_VIEWED
 */
export function checkStatement(context: EvidenceContext, known: KnownStatement): Finding {
  checkReferences(context, known)
  const { digest, statement } = known
  const person = personOf(known)
  const { id, isHandedOver, role } = person
  must(!isHandedOver, 'HANDED_OVER', 'The recipient {id} acted after being replaced.', { id })
  const isRight = statement.act === 'decline' || ROLE_OF[statement.act] === role
  must(
    isRight && (role === 'signer' || role === 'approver'),
    'WRONG_ROLE',
    'The role of {id} does not allow this.',
    { id },
  )
  const step = person.statements.find((item) => item.digest === digest)
  const isRecorded = step?.type === STEP_OF[statement.act]
  must(isRecorded, 'NO_STEP', 'No step of the signing request records this statement.')
  checkConsent(context, known, person)
  checkViewed(context, known)
  return passed({ statement: digest, recipient: id, act: statement.act })
}

/**
 * Checks that the key is the one bound to the recipient.
 *
 * @throws ProofError UNKNOWN_RECIPIENT, OTHER_KEY, KEY_NOT_BOUND, KEY_REPLACED, OTHER_METHOD
 */
export function checkKey(known: KnownStatement): Finding {
  const { signed, statement } = known
  const thumbprint = keyThumbprint(signed.key)
  const isNamed = equal(statement.key, thumbprint)
  must(isNamed, 'OTHER_KEY', 'The statement was made for another key.')
  const { keys } = personOf(known)
  const bound = keys.find(({ leaf }) => leaf === toHex(statement.boundBy))
  const isBound = bound?.key === toHex(thumbprint)
  must(bound && isBound, 'KEY_NOT_BOUND', 'The key was not bound to the recipient in the record.')
  must(bound === keys.at(-1), 'KEY_REPLACED', 'The key had been replaced by another one.')
  const fits = KEY_TYPES[bound.method].includes(signed.signature.type)
  must(fits, 'OTHER_METHOD', 'The key was bound by a method that does not fit the signature.')
  const binding = bindingOf(personOf(known), bound)
  return passed({
    key: toHex(thumbprint),
    method: bound.method,
    'known beforehand': binding.isKnownKey ? 'yes' : 'no',
    'replaces another key': binding.isReplacement ? 'yes' : 'no',
  })
}

/** Returns what the binding of the statement's key rests on; null if no step bound it. */
export function findBinding({ person, statement }: KnownStatement): Binding | null {
  const bound = person?.keys.find(({ leaf }) => leaf === toHex(statement.boundBy))
  return person && bound ? bindingOf(person, bound) : null
}

/** @throws ProofError UNKNOWN_RECIPIENT */
export function personOf({ person, statement }: KnownStatement): Person {
  must(person, 'UNKNOWN_RECIPIENT', 'The statement is by {id}, who is not a recipient.', {
    id: statement.recipient,
  })
  return person
}

const ROLE_OF: Record<Exclude<Act, 'decline'>, Person['role']> = {
  sign: 'signer',
  approve: 'approver',
}

const STEP_OF: Record<Act, StepType> = { sign: 'signed', approve: 'approved', decline: 'declined' }

/**
 * The types of signatures that a key can make that was bound by each method. Who proved a mailbox or an account can choose
 * what to sign with.
 */
const KEY_TYPES: Record<Method, readonly KnownStatement['signed']['signature']['type'][]> = {
  mailbox: ['key', 'wallet', 'passkey'],
  account: ['key', 'wallet', 'passkey'],
  passkey: ['passkey'],
  wallet: ['wallet'],
}

/** Addresses of wallets and passkeys are known beforehand only if the recorded envelope names them. */
function bindingOf(person: Person, { key, method }: BoundKey): Binding {
  return {
    method,
    isKnownKey: person.knownKeys.some((known) => toHex(known) === key),
    isReplacement: person.keys[0]?.key !== key,
  }
}

function checkReferences(context: EvidenceContext, { statement }: KnownStatement): void {
  const { envelope, envelopeDigest, input, steps } = context
  const { record } = input
  const isSameRecord =
    !record || (record.origin === statement.origin && record.chainId === statement.chainId)
  must(isSameRecord, 'OTHER_RECORD', 'The statement names another record.')
  const isSameEntry = toHex(statement.firstEntry) === steps[0]?.leaf
  must(isSameEntry, 'OTHER_FIRST_ENTRY', 'The statement names another first entry.')
  const isSameEnvelope = equal(statement.envelope, envelopeDigest)
  must(isSameEnvelope, 'OTHER_ENVELOPE', 'The statement is about another signing request.')
  const { documents } = envelope
  const areSame =
    statement.documents.length === documents.length &&
    documents.every(
      ({ fingerprint }, i) => toHex(fingerprint) === toHex(statement.documents[i] ?? EMPTY),
    )
  must(areSame, 'OTHER_DOCUMENTS', 'The statement is about other documents.')
}

function checkConsent(
  { envelope }: EvidenceContext,
  { statement: { act, consent } }: KnownStatement,
  person: Person,
): void {
  const offered = envelope.consents.some(
    ({ fingerprint, language, version }) =>
      language === consent.language &&
      version === consent.version &&
      equal(fingerprint, consent.fingerprint),
  )
  const isRecorded = act === 'decline' || person.consent === toHex(consent.fingerprint)
  must(offered && isRecorded, 'OTHER_CONSENT', 'The recipient consented to another text.')
}

function checkViewed({ envelope }: EvidenceContext, { statement }: KnownStatement): void {
  const { documents } = envelope
  const { viewed } = statement
  const isPossible =
    viewed.length === documents.length &&
    documents.every(({ pages }, i) => (viewed[i]?.at(-1)?.[1] ?? 0) <= pages)
  must(isPossible, 'BAD_VIEWED', 'The statement lists pages that the documents do not have.')
}

const EMPTY = new Uint8Array()
