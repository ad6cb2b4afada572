/** The fields that a person fills: which of them need input, and in which order. */
import type { Field } from '@inkproof/signing/field'
import { findValueProblem } from '@inkproof/signing/field-value'
import { t } from '@inkproof/texts/text'
import type { FieldValue } from '../editor/draft.ts'
import type { EnteredValues } from './entered-db.ts'

/** A field that the person fills, with what they entered. */
export type OwnField = {
  field: Field
  value: FieldValue | null
  /** Why the value cannot be used; null if it can, or if there is none. */
  problem: string | null
}

/** Returns the fields that need input, in reading order. Name, address and day of signing fill themselves. */
export function listInputs(fields: readonly Field[], values: EnteredValues): OwnField[] {
  return fields
    .filter(({ type }) => !FILLED_AUTOMATICALLY.includes(type))
    .toSorted(byPosition)
    .map((field) => {
      const value = values[field.id] ?? null
      return { field, value, problem: findProblem(field, value) }
    })
}

/** Whether a field is for a signature or initials. */
export function isMark({ field: { type } }: Pick<OwnField, 'field'>): boolean {
  return type === 'signature' || type === 'initials'
}

/** Whether a field has a value that can be used. */
export function isFilled({ problem, value }: OwnField): boolean {
  if (value === null || problem !== null) return false
  if (value.kind === 'text') return value.text.trim() !== ''
  return value.kind === 'checkbox' ? value.isSelected : true
}

/** Whether this field must still be filled in or corrected before signing. */
export function isOpen(own: OwnField): boolean {
  return own.problem !== null || (own.field.required && !isFilled(own))
}

/** Returns the next field that is open, after the current one and then from the start; undefined if none. */
export function nextOpen(
  inputs: readonly OwnField[],
  current: string | null,
): OwnField | undefined {
  const position = inputs.findIndex(({ field }) => field.id === current)
  return [...inputs.slice(position + 1), ...inputs.slice(0, position + 1)].find(isOpen)
}

const FILLED_AUTOMATICALLY: readonly Field['type'][] = ['name', 'email', 'signing-date']

/** Orders by page, then from top to bottom, then from left to right. Fields whose centers are close are in one line. */
function byPosition(a: Field, b: Field): number {
  if (a.page !== b.page) return a.page - b.page
  const [leftA, bottomA, , heightA] = a.rect
  const [leftB, bottomB, , heightB] = b.rect
  const distance = bottomB + heightB / 2 - (bottomA + heightA / 2)
  const isSameLine = Math.abs(distance) < Math.min(heightA, heightB) / 2
  return isSameLine ? leftA - leftB : distance
}

function findProblem(field: Field, value: FieldValue | null): string | null {
  if (value?.kind !== 'text') return null
  const text = value.text.trim()
  switch (text === '' ? null : findValueProblem(field, text)) {
    case null:
      return null
    case 'too-long':
      return t('This text is too long.')
    case 'too-short':
      return t('This text is too short.')
    case 'not-a-number':
      return t('Enter a number, such as 1200 or 12.5.')
    case 'out-of-range':
      return t('This number is too small or too large.')
    case 'not-a-date':
      return t('Enter a date that exists.')
    default:
      return t('This cannot be entered here.')
  }
}
