import { MAX_ATTACHMENTS } from '@inkproof/protocol/attachments'
import { plural, t } from '@inkproof/texts/text'
import { isFilledAutomatically } from '../values/filled-automatically.ts'
import { describeValueProblem } from '../values/value-problem.ts'
import { findConditionProblem } from './condition-texts.ts'
import { type Draft, ME, type PlacedField } from './draft.ts'
import { fieldsOf, signersOf } from './draft-recipients.ts'
import { labelOf, nameOf } from './field-label.ts'
import { describeType } from './field-types.ts'
import { findRecipientProblem } from './recipient-problems.ts'
import { buttonsOf, findSettingsProblem, presetOf, validationOf } from './settings-problem.ts'
import type { Undrawable } from './undrawable-texts.ts'

/** What the sender has to do before the document can be signed or sent. */
export type Missing = {
  sentence: string
  /** The field that it is about. */
  field: PlacedField | null
  /** The `name` of the control that it is about. */
  control: string | null
  /** The recipient for whom a field has to be placed. */
  recipient: string | null
  /** Whether it is about the settings of the field. */
  isSetting: boolean
}

/**
 * Returns the first thing that is missing, or null.
 *
 * @param email of the session; null for visitors
 * @param undrawable texts that cannot be drawn into their fields
 */
export function findMissing(
  draft: Draft,
  email: string | null,
  undrawable: Undrawable = new Map(),
): Missing | null {
  const problem = draft.isOnlyMe ? null : findRecipientProblem(draft, email)
  if (problem !== null) return { ...NOWHERE, ...problem }
  return (
    findSpareAttachment(fieldsOf(draft)) ??
    findMissingField(draft, undrawable) ??
    findMissingText(draft)
  )
}

const NOWHERE = { field: null, control: null, recipient: null, isSetting: false }

function findMissingField(draft: Draft, undrawable: Undrawable): Missing | null {
  if (draft.signedBefore?.canShow === false) return null
  const fields = fieldsOf(draft)
  for (const { id, name } of signersOf(draft)) {
    const own = fields.filter(({ recipient }) => recipient === id)
    const signature = own.find(({ type }) => type === 'signature')
    if (signature === undefined) {
      const sentence =
        id === ME ? t('Place your signature first.') : t('Place a signature for {name}.', { name })
      return { ...NOWHERE, sentence, recipient: id }
    }
    const wrong = findWrongSettings(own, fields)
    if (wrong !== null) return wrong
    const open = id === ME ? findOpenField(own, signature) : null
    if (open !== null) return open
    const long = findUndrawableField(own, undrawable)
    if (long !== null) return long
  }
  return null
}

/** Returns what the sender has to enter into their own fields. */
function findOpenField(own: readonly PlacedField[], signature: PlacedField): Missing | null {
  if (signature.value === null)
    return { ...NOWHERE, sentence: t('Add your signature.'), field: signature }
  for (const field of own) {
    if (field.required && isEmpty(field, own)) return { ...NOWHERE, sentence: askFor(field), field }
    const problem = findProblem(field)
    if (problem !== null) return { ...NOWHERE, sentence: sayWhere(field, problem), field }
  }
  return null
}

function findWrongSettings(
  own: readonly PlacedField[],
  fields: readonly PlacedField[],
): Missing | null {
  for (const field of own) {
    const problem = findSettingsProblem(field, fields)
    const wrong = problem ?? findConditionProblem(field, fields)
    if (wrong === null) continue
    // A radio button has too few answers, which are added beside it.
    const isSetting = problem === null || field.type !== 'radio'
    return { ...NOWHERE, sentence: sayWhere(field, wrong), field, isSetting }
  }
  return null
}

function findUndrawableField(own: readonly PlacedField[], undrawable: Undrawable): Missing | null {
  for (const field of own) {
    const problem = undrawable.get(field.id)
    if (problem === undefined) continue
    const isSetting = field.type === 'dropdown' || presetOf(field) !== undefined
    return { ...NOWHERE, sentence: sayWhere(field, problem), field, isSetting }
  }
  return null
}

function findSpareAttachment(fields: readonly PlacedField[]): Missing | null {
  const field = fields.filter(({ type }) => type === 'attachment')[MAX_ATTACHMENTS]
  if (field === undefined) return null
  const sentence = plural(MAX_ATTACHMENTS, {
    one: 'A request can have at most {count} attachment. Delete the others.',
    other: 'A request can have at most {count} attachments. Delete the others.',
  })
  return { ...NOWHERE, sentence, field }
}

/** What to do with a required field that is empty. */
function askFor(field: PlacedField): string {
  const { page, type } = field
  const label = labelOf(field)
  if (label !== undefined) return t('“{field}” on page {page} is required.', { field: label, page })
  switch (type) {
    case 'radio':
      return t('Choose an answer on page {page}.', { page })
    case 'checkbox':
      return t('Select the checkbox on page {page}.', { page })
    case 'attachment':
      return t('Attach a file to the field on page {page}.', { page })
    default:
      return t('Fill in “{field}” on page {page}.', { field: describeType(type).label, page })
  }
}

/** Adds to a problem which field it is about. */
function sayWhere(field: PlacedField, problem: string): string {
  return t('“{field}” on page {page}: {problem}', {
    field: nameOf(field),
    page: field.page,
    problem,
  })
}

/** Why a value of the sender cannot be used. */
function findProblem(field: PlacedField): string | null {
  const { type, value } = field
  if (value?.kind !== 'text') return null
  return describeValueProblem({ type, validation: validationOf(field) }, value.text)
}

function findMissingText({ isOnlyMe, recipients, signerName, title }: Draft): Missing | null {
  const needsName = isOnlyMe || recipients.some(({ id }) => id === ME)
  if (needsName && signerName.trim() === '')
    return { ...NOWHERE, sentence: t('Enter your name.'), control: 'name' }
  if (title.trim() === '') return { ...NOWHERE, sentence: t('Enter a title.'), control: 'title' }
  return null
}

/** Whether a field waits for input. Name, e-mail and date are filled in automatically. */
function isEmpty(field: PlacedField, own: readonly PlacedField[]): boolean {
  const { type, value } = field
  if (type === 'radio') return !buttonsOf(field, own).some(isSelected)
  if (type === 'checkbox') return !isSelected(field)
  if (isFilledAutomatically(type)) return false
  return value === null || (value.kind === 'text' && value.text.trim() === '')
}

function isSelected({ value }: PlacedField): boolean {
  return value?.kind === 'checkbox' && value.isSelected
}
