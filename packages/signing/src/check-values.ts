/** The checks of what recipients entered and saw. */
import { equal } from '@inkproof/proof/bytes'
import { type Finding, passed } from '@inkproof/proof/finding'
import { must } from '@inkproof/proof/proof-error'
import { personOf } from './check-statement.ts'
import { signingDaysAt } from './date-limits.ts'
import type { Entered, EvidenceContext, KnownStatement } from './evidence-context.ts'
import { type Field, isPicture } from './field.ts'
import { findValueProblem, isShown } from './field-value.ts'
import {
  type HiddenKind,
  type HiddenValue,
  hiddenKey,
  isRevealed,
  revealedText,
} from './hidden-value.ts'

/**
 * Checks that a statement has values of its recipient's own fields only, that none is missing, that none is of a field whose
 * condition does not hold, and that the revealed ones are those that were hashed and are allowed. A reason for declining is the one
 * that the step discloses.
 *
 * @throws ProofError UNKNOWN_RECIPIENT, OTHER_FIELD, WRONG_VALUE_KIND, VALUE_DIFFERS, INVALID_VALUE, APPEARANCE_MISSING,
 * DEFAULT_CHANGED, SEVERAL_SELECTED, NOT_SHOWN, VALUE_MISSING, REASON_DIFFERS
 */
export function checkValues(context: EvidenceContext, known: KnownStatement): Finding {
  const { hidden, revealed, statement } = known
  const person = personOf(known)
  const fields = context.envelope.fields.filter(({ recipient }) => recipient === person.original)
  const byId = new Map(fields.map((field) => [field.id, field]))
  for (const value of statement.values) {
    if (value.kind !== 'reason') checkHidden(byId.get(value.field), value)
  }
  for (const [key, item] of revealed) {
    const value = hidden.get(key)
    const isSame = value !== undefined && isRevealed(value, item)
    mustBeSignedReason(isSame || item.kind !== 'reason')
    must(isSame, 'VALUE_DIFFERS', 'A value of {field} is not the one that was signed.', {
      field: item.field,
    })
    const field = byId.get(item.field)
    if (field && item.kind === 'value') checkText(field, revealedText(item), statement.time)
  }
  if (statement.act === 'decline') checkReason(known)
  else checkComplete(fields, hidden, context.entered)
  return passed({ revealed: String(revealed.size), withheld: String(hidden.size - revealed.size) })
}

/**
 * Checks that what the recipient saw of others is what these stated before.
 *
 * @throws ProofError SEEN_UNKNOWN, SEEN_TOO_EARLY, SEEN_DIFFERS
 */
export function checkSeen({ entered }: EvidenceContext, known: KnownStatement): Finding {
  for (const seen of known.statement.seen) {
    const { field, hash } = seen
    const key = hiddenKey(seen)
    const owner = entered.statements.get(key)
    const value = owner?.hidden.get(key)
    must(owner && value, 'SEEN_UNKNOWN', 'The value of {field} was seen, but nobody entered it.', {
      field,
    })
    const isEarlier = sequenceOf(owner) < sequenceOf(known)
    must(isEarlier, 'SEEN_TOO_EARLY', 'The value of {field} was seen before it was entered.', {
      field,
    })
    must(equal(value.hash, hash), 'SEEN_DIFFERS', 'The value of {field} was shown differently.', {
      field,
    })
  }
  return passed({ seen: String(known.statement.seen.length) })
}

/** Returns the number of the step that records a statement; infinity if there is none. */
export function sequenceOf({ digest, person }: KnownStatement): number {
  const step = person?.statements.find((item) => item.digest === digest)
  return step?.sequence ?? Number.POSITIVE_INFINITY
}

/** Compares the reason in the step, which the service writes and nobody signs, with the signed one, unless one is withheld. */
function checkReason({ digest, hidden, person, revealed }: KnownStatement): void {
  const recorded = person?.statements.find((item) => item.digest === digest)?.reason
  const item = revealed.get(REASON)
  const isWithheld = recorded === undefined || (hidden.has(REASON) && !item && recorded !== '')
  mustBeSignedReason(isWithheld || recorded === (item ? revealedText(item) : ''))
}

function mustBeSignedReason(isSame: boolean): void {
  must(isSame, 'REASON_DIFFERS', 'The reason for declining is not the one that was signed.')
}

const REASON = hiddenKey({ field: '', kind: 'reason' })

function checkHidden(field: Field | undefined, { field: id, kind }: HiddenValue): void {
  must(field, 'OTHER_FIELD', 'The field {id} is not one that this recipient fills.', { id })
  const isRight = kind === mainKind(field) || kind === 'appearance'
  must(isRight, 'WRONG_VALUE_KIND', 'The field {id} cannot have such a value.', { id })
}

/** The kind of value that makes a field of this type filled. */
function mainKind({ type }: Field): HiddenKind {
  if (isPicture(type)) return 'appearance'
  return type === 'attachment' ? 'attachment' : 'value'
}

function checkText(field: Field, text: string, time: Date): void {
  const { default: preset, id, readOnly } = field
  const isUnchanged = !readOnly || text === preset
  must(isUnchanged, 'DEFAULT_CHANGED', 'The read-only field {id} was changed.', { id })
  const isAllowed = text !== '' && findValueProblem(field, text, signingDaysAt(time)) === null
  must(isAllowed, 'INVALID_VALUE', 'The value of {id} is not allowed in this field.', { id })
}

/** A required radio button requires that one of its group is selected. */
function checkComplete(
  fields: readonly Field[],
  hidden: KnownStatement['hidden'],
  { values, withheld }: Entered,
): void {
  const isFilled = (field: Field) =>
    hidden.has(hiddenKey({ field: field.id, kind: mainKind(field) }))
  const selected = new Set<string>()
  for (const field of fields) {
    const { group, id } = field
    if (!isFilled(field)) continue
    const isVisible = hidden.has(hiddenKey({ field: id, kind: 'appearance' }))
    const isComplete = isVisible || HAVE_NO_STREAM.includes(field.type)
    must(isComplete, 'APPEARANCE_MISSING', 'The statement lacks the appearance of {id}.', { id })
    if (group === undefined) continue
    must(!selected.has(group), 'SEVERAL_SELECTED', 'Several options of {group} are selected.', {
      group,
    })
    selected.add(group)
  }
  for (const field of fields) {
    const { group = '', id, readOnly, required } = field
    const shown = isShown(field, values, withheld)
    const isEmpty = !isFilled(field) && !hidden.has(hiddenKey({ field: id, kind: 'appearance' }))
    must(shown !== false || isEmpty, 'NOT_SHOWN', 'The field {id} is filled, but not shown.', {
      id,
    })
    const isNeeded = required && !readOnly && shown === true
    const isComplete = !isNeeded || isFilled(field) || selected.has(group)
    must(isComplete, 'VALUE_MISSING', 'The required field {id} is empty.', { id })
  }
}

/**
 * The prepared PDF contains both appearances of a checkbox and a radio button. All other fields look like the stream that
 * the signer's browser made; without its hash in the statement, the PDF could show another value than it contains.
 */
export const HAVE_NO_STREAM: readonly Field['type'][] = ['checkbox', 'radio']
