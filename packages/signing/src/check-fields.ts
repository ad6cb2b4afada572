/** The rules of an envelope's fields that concern other parts of the envelope. */
import { must } from '@inkproof/proof/proof-error'
import type { Envelope, Recipient } from './envelope.ts'
import type { Field } from './field.ts'
import { findValueProblem } from './field-value.ts'
import { checkIds } from './read.ts'

/**
 * Checks the fields of an envelope.
 *
 * @throws ProofError DUPLICATE_ID, AMBIGUOUS_FIELD_ID, UNKNOWN_RECIPIENT, UNKNOWN_DOCUMENT, UNKNOWN_PAGE,
 * FIELD_NOT_ALLOWED, BAD_FIELD, BAD_DEFAULT, BAD_CONDITION
 */
export function checkFields({ documents, fields, recipients }: Envelope): void {
  checkIds(fields.map(({ id }) => id))
  checkPrefixes(fields.map(({ id }) => id))
  const people = new Map(recipients.map((recipient) => [recipient.id, recipient]))
  const earlier = new Map<string, Field>()
  for (const field of fields) {
    const { document, id, page, recipient } = field
    const owner = people.get(recipient)
    must(owner, 'UNKNOWN_RECIPIENT', 'The field {id} belongs to an unknown recipient.', { id })
    const pages = documents[document]?.pages
    must(pages !== undefined, 'UNKNOWN_DOCUMENT', 'The field {id} is in an unknown document.', {
      id,
    })
    must(page <= pages, 'UNKNOWN_PAGE', 'The field {id} is on a page that does not exist.', { id })
    checkOwner(field, owner)
    checkAttributes(field)
    checkConditions(field, owner, earlier, people)
    earlier.set(id, field)
  }
}

/**
 * PDF forms treat a name as the parent of names that continue it, and software confuses `s1` with `s10`.
 * In sorted order, a name is followed directly by a name that it begins, if there is one.
 */
function checkPrefixes(ids: readonly string[]): void {
  const sorted = ids.toSorted()
  for (const [i, id] of sorted.entries()) {
    const next = sorted[i + 1] ?? ''
    must(
      !next.startsWith(id),
      'AMBIGUOUS_FIELD_ID',
      'The field ID {id} is the beginning of another one.',
      { id },
    )
  }
}

/** Only signers sign, and recipients who only look at the documents fill in nothing. */
function checkOwner({ id, readOnly, type }: Field, { role }: Recipient): void {
  const isAllowed =
    role === 'signer' ||
    readOnly ||
    (role === 'approver' && type !== 'signature' && type !== 'initials')
  must(isAllowed, 'FIELD_NOT_ALLOWED', 'The recipient of the field {id} cannot fill it.', { id })
}

function checkAttributes(field: Field): void {
  const { group, id, readOnly, required, type, validation } = field
  const { maximum, maxLength, minimum, minLength, options } = validation
  const isValid =
    (type === 'radio') === (group !== undefined) &&
    (type === 'dropdown') === (options !== undefined && options.length > 0) &&
    new Set(options).size === (options?.length ?? 0) &&
    (type === 'number' || (minimum === undefined && maximum === undefined)) &&
    isRange(minimum, maximum) &&
    isRange(minLength, maxLength) &&
    !(readOnly && (required || field.default === undefined)) &&
    !(field.default !== undefined && WITHOUT_DEFAULT.includes(type))
  must(isValid, 'BAD_FIELD', 'The properties of the field {id} contradict each other.', { id })
  if (field.default === undefined) return
  const problem = findValueProblem(field, field.default)
  must(problem === null, 'BAD_DEFAULT', 'The default of the field {id} is not a valid value.', {
    id,
  })
}

/** Their content comes from the person who signs, or is determined at that time. */
const WITHOUT_DEFAULT: readonly Field['type'][] = [
  'signature',
  'initials',
  'signing-date',
  'attachment',
]

function isRange(minimum = 0, maximum = Number.MAX_SAFE_INTEGER): boolean {
  return minimum <= maximum
}

/**
 * A condition names an earlier field, so that conditions have no cycles, and one of the same recipient or of a recipient
 * who acts before, so that its value is known.
 */
function checkConditions(
  { conditions, id }: Field,
  owner: Recipient,
  earlier: ReadonlyMap<string, Field>,
  people: ReadonlyMap<string, Recipient>,
): void {
  for (const { field, is, value } of conditions) {
    const other = earlier.get(field)
    const otherOwner = other && people.get(other.recipient)
    const isKnown = otherOwner && (otherOwner.id === owner.id || otherOwner.order < owner.order)
    const needsValue = is === 'equals' || is === 'differs'
    const isValid = isKnown && needsValue === (value !== undefined)
    must(isValid, 'BAD_CONDITION', 'A condition of the field {id} cannot be evaluated.', { id })
  }
}
