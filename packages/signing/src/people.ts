/** What the steps of an envelope say about each recipient: hand-overs, corrections, bound keys, consent and statements. */
import { toHex } from '@inkproof/proof/bytes'
import { must } from '@inkproof/proof/proof-error'
import { type Envelope, isParticipant, type Recipient } from './envelope.ts'
import { addressHash, METHODS, type Method, type Step } from './step.ts'

/** A step that bound a key. Leaf hash and thumbprint are hex. */
export type BoundKey = { leaf: string; key: string; method: Method; sequence: number }

/** A step that recorded a statement; its digest is hex. `reason`: why they declined; undefined if the step does not disclose it. */
export type RecordedStatement = {
  digest: string
  type: Step['type']
  sequence: number
  reason: string | undefined
}

/** A recipient of the envelope, or who replaced one: by a hand-over, a correction of the sender, or at another address. */
export type Person = Recipient & {
  /** ID of the recipient in the envelope whose role, order and fields this person has. */
  original: string
  /** Whether somebody replaced this person. */
  isHandedOver: boolean
  /** Whether a step says that they received, opened or did anything. */
  isReached: boolean
  keys: BoundKey[]
  /** Fingerprint of the accepted consent text, hex. */
  consent: string | null
  statements: RecordedStatement[]
}

/**
 * Reads what happened to each recipient, by ID, and checks that it was allowed.
 *
 * @param steps as `readSteps` returns them
 * @throws ProofError UNKNOWN_RECIPIENT, CLAIM_WITHHELD, DUPLICATE_ID, HANDED_OVER, HANDED_OVER_TOO_LATE, ALREADY_REACHED,
 * OTHER_ADDRESS, EXTENDED_TOO_LONG, EXTENDED_TOO_LATE, ADDRESS_DIFFERS, KEY_NOT_REPLACED, KEY_AFTER_STATEMENT, STATEMENT_REPEATED, NO_KEY, NO_CONSENT
 */
export function readPeople(envelope: Envelope, steps: readonly Step[]): Map<string, Person> {
  const people = new Map(
    envelope.recipients.map((recipient) => [recipient.id, makePerson(recipient, recipient.id)]),
  )
  const firstStatement = steps.find(({ type }) => type === 'signed' || type === 'approved')
  const isBefore = (step: Step) => !firstStatement || step.sequence < firstStatement.sequence
  let hasWithheld = false
  for (const step of steps) {
    const person = findPerson(people, step)
    if (person && step.type === 'extended') checkExtension(envelope, person, step)
    else if (person) applyStep(people, person, step, { isBefore: isBefore(step), hasWithheld })
    else if (!CONCERNS_ALL.includes(step.type)) hasWithheld = true
  }
  return people
}

function makePerson(recipient: Recipient, original: string): Person {
  return {
    ...recipient,
    original,
    isHandedOver: false,
    isReached: false,
    keys: [],
    consent: null,
    statements: [],
  }
}

/**
 * What happened before a step. `isBefore`: nobody had signed or approved. `hasWithheld`: a step withholds whom it concerns.
 */
type Situation = { isBefore: boolean; hasWithheld: boolean }

function applyStep(
  people: Map<string, Person>,
  person: Person,
  step: Step,
  { hasWithheld, isBefore }: Situation,
): void {
  mustNotBeReplaced(person)
  switch (step.type) {
    case 'bound':
      bindKey(person, step)
      break
    case 'consented':
      person.consent = claimOf(step, 'consent')
      break
    case 'handed-over':
    case 'corrected':
      must(isBefore, 'HANDED_OVER_TOO_LATE', 'A recipient was replaced after the first statement.')
      replacePerson(people, person, step, claimReader(person, step))
      break
    case 'readdressed':
      readdress(people, person, step, hasWithheld)
      break
    case 'signed':
    case 'approved':
    case 'declined':
      recordStatement(person, step)
      break
    default:
  }
  person.isReached = true
}

function mustNotBeReplaced({ id, isHandedOver }: Person): void {
  must(!isHandedOver, 'HANDED_OVER', 'The recipient {id} acted after being replaced.', { id })
}

/**
 * Everybody who signs agrees to the end of the envelope, so a recipient cannot get more time than that. The step says nothing
 * about whether the request has reached the recipient.
 */
function checkExtension({ expiresAt }: Envelope, person: Person, step: Step): void {
  const { id, statements } = person
  mustNotBeReplaced(person)
  must(
    new Date(claimOf(step, 'until')) <= expiresAt,
    'EXTENDED_TOO_LONG',
    'The recipient {id} got more time than the signing request has.',
    { id },
  )
  must(
    statements.length === 0,
    'EXTENDED_TOO_LATE',
    'The recipient {id} got more time after the statement.',
    { id },
  )
}

/**
 * Returns the recipient of a step; undefined if it has none. Only a delivery, an opening, a verification or a view may
 * withhold whom it concerns: the others decide who is bound.
 */
function findPerson(people: ReadonlyMap<string, Person>, step: Step): Person | undefined {
  const { claims, type } = step
  if (CONCERNS_ALL.includes(type)) return
  const canWithhold = ['delivered', 'opened', 'verified', 'viewed'].includes(type)
  if (canWithhold && claims['recipient'] === undefined) return
  const id = claimOf(step, 'recipient')
  const person = people.get(id)
  must(person, 'UNKNOWN_RECIPIENT', 'A step concerns {id}, who is not a recipient.', { id })
  return person
}

function bindKey(person: Person, step: Step): void {
  const { email, id, keys, statements } = person
  const isSame = claimOf(step, 'address') === toHex(addressHash(email))
  must(isSame, 'ADDRESS_DIFFERS', 'The key of {id} was bound to another address.', { id })
  const isReplaced = claimOf(step, 'replaces') === (keys.at(-1)?.leaf ?? '')
  must(isReplaced, 'KEY_NOT_REPLACED', 'A key of {id} does not replace the one before.', { id })
  const isInTime = statements.length === 0
  must(isInTime, 'KEY_AFTER_STATEMENT', 'A key was bound after the statement of {id}.', { id })
  const method = METHODS.find((item) => item === claimOf(step, 'method')) as Method
  keys.push({ leaf: step.leaf, key: claimOf(step, 'key'), method, sequence: step.sequence })
}

/** The person who replaces another has the same role, order and fields, and starts without a key or a consent. */
function replacePerson(
  people: Map<string, Person>,
  person: Person,
  step: Step,
  read: (name: string) => string,
): void {
  const to = claimOf(step, 'to')
  must(!people.has(to), 'DUPLICATE_ID', 'The ID {id} appears twice.', { id: to })
  person.isHandedOver = true
  const recipient: Recipient = {
    id: to,
    role: person.role,
    name: step.type === 'readdressed' ? person.name : read('name'),
    email: read('email'),
    order: person.order,
    language: step.claims['language'] ?? person.language,
    knownKeys: [],
  }
  people.set(to, makePerson(recipient, person.original))
}

/**
 * Others may have signed what names the old address. So the name stays, and a person whom the request has reached keeps the
 * address, too.
 */
function readdress(
  people: Map<string, Person>,
  person: Person,
  step: Step,
  hasWithheld: boolean,
): void {
  const { email, id, isReached } = person
  const isKnown = !isReached && !hasWithheld
  must(
    isKnown,
    'ALREADY_REACHED',
    'The address of {id} was replaced, but the request may have reached it.',
    { id },
  )
  const read = claimReader(person, step)
  const isSame = [email, ''].includes(read('before'))
  must(
    isSame,
    'OTHER_ADDRESS',
    'The address of {id} was replaced by a step that names another one.',
    { id },
  )
  replacePerson(people, person, step, read)
}

/** Reads the claims of a step; those about a person who only views the document or gets a copy can be withheld. */
function claimReader(person: Person, step: Step): (name: string) => string {
  const isNamed = isParticipant(person)
  return (name) => (isNamed ? claimOf(step, name) : (step.claims[name] ?? ''))
}

function recordStatement(person: Person, step: Step): void {
  const { consent, id, keys, statements } = person
  const isFirst = statements.length === 0
  must(isFirst, 'STATEMENT_REPEATED', 'The recipient {id} made more than one statement.', { id })
  must(keys.length > 0, 'NO_KEY', 'No key was bound to {id} before the statement.', { id })
  const hasConsented = consent !== null || step.type === 'declined'
  must(hasConsented, 'NO_CONSENT', 'The recipient {id} did not consent before the statement.', {
    id,
  })
  const digest = claimOf(step, 'statement')
  const reason = step.claims['reason']
  person.statements.push({ digest, type: step.type, sequence: step.sequence, reason })
}

/** The steps that concern no single recipient. */
const CONCERNS_ALL: readonly Step['type'][] = ['sent', 'voided', 'expired', 'completed']

/** Returns a claim that must be disclosed. @throws ProofError CLAIM_WITHHELD */
export function claimOf({ claims, type }: Step, name: string): string {
  const value = claims[name]
  must(value !== undefined, 'CLAIM_WITHHELD', 'The step {type} withholds its claim {name}.', {
    type,
    name,
  })
  return value
}
