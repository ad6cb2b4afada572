/** The rules of an envelope's fields that concern other parts of the envelope. */
import { must } from '@inkproof/proof/proof-error'
import type { Envelope, Recipient } from './envelope.ts'
import type { Field } from './field.ts'
import { findFieldProblem, groupButtons, isGroup } from './field-problem.ts'
import { checkIds } from './read.ts'

/**
 * Checks the fields of an envelope.
 *
 * @throws ProofError DUPLICATE_ID, AMBIGUOUS_FIELD_ID, UNKNOWN_RECIPIENT, UNKNOWN_DOCUMENT, UNKNOWN_PAGE,
 * FIELD_NOT_ALLOWED, BAD_GROUP, BAD_FIELD, BAD_DEFAULT, BAD_CONDITION
 */
export function checkFields({ documents, fields, recipients }: Envelope): void {
  const names = [...fields.map(({ id }) => id), ...groupButtons(fields).keys()]
  checkIds(names)
  checkPrefixes(names)
  checkGroups(fields)
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
  const { id } = field
  const problem = findFieldProblem(field)
  const isDefault = problem === 'default'
  must(
    problem === null || isDefault,
    'BAD_FIELD',
    'The properties of the field {id} contradict each other.',
    { id },
  )
  must(!isDefault, 'BAD_DEFAULT', 'The default of the field {id} is not a valid value.', { id })
}

/** The buttons of a group are one question: to one person, in one document, with at least two answers. */
function checkGroups(fields: readonly Field[]): void {
  for (const [group, buttons] of groupButtons(fields)) {
    const isValid = isGroup(buttons)
    must(isValid, 'BAD_GROUP', 'The buttons of the group {group} do not belong together.', {
      group,
    })
  }
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
