/** The fields that a person fills: which of them need input, and in which order. */
import { type Field, isPicture } from '@inkproof/signing/field'
import type { FieldValue } from '../editor/draft.ts'
import { isFilledAutomatically } from '../values/filled-automatically.ts'
import { compareInReadingOrder } from '../values/reading-order.ts'
import { describeValueProblem } from '../values/value-problem.ts'
import type { EnteredValues } from './entered-db.ts'
import { isLocked, withDefaults } from './prefilled.ts'

/** A field that the person fills, with what they entered. */
export type OwnField = {
  field: Field
  value: FieldValue | null
  /** Why the value cannot be used; null if it can, or if there is none. */
  problem: string | null
  /** Of a radio button: whether one of its group is selected. */
  isAnswered: boolean
  /** Whether the sender filled it in, and the person has neither seen nor changed that. */
  isUnseen: boolean
}

/**
 * Returns the fields that the person can fill, in reading order: not the read-only ones. Name, address and day of signing fill
 * themselves.
 *
 * @param stored what the person has entered or seen
 * @param drawing why values could not be drawn, by the ID of their field
 */
export function listInputs(
  fields: readonly Field[],
  stored: EnteredValues,
  drawing: ReadonlyMap<string, string> = new Map(),
): OwnField[] {
  const values = withDefaults(fields, stored)
  return fields
    .filter((field) => !isFilledAutomatically(field.type) && !isLocked(field, fields))
    .toSorted((a, b) => compareInReadingOrder(toPlaced(a), toPlaced(b)))
    .map((field) => {
      const value = values[field.id] ?? null
      const text = value?.kind === 'text' ? value.text : ''
      const problem = describeValueProblem(field, text) ?? drawing.get(field.id) ?? null
      return { field, value, problem, isAnswered: isAnswered(field), isUnseen: isUnseen(field) }
    })

  /** Whether a radio button of the same group is selected. */
  function isAnswered({ group }: Field): boolean {
    if (group === undefined) return false
    return fields.some((other) => other.group === group && isSelected(values[other.id]))
  }

  function isUnseen({ default: preset, group, id }: Field): boolean {
    const question = fields.filter(
      (other) => other.id === id || (group !== undefined && other.group === group),
    )
    return preset !== undefined && !question.some((other) => Object.hasOwn(stored, other.id))
  }
}

function isSelected(value: FieldValue | null | undefined): boolean {
  return value?.kind === 'checkbox' && value.isSelected
}

/** Returns the buttons of a radio button's group; for any other field, the field alone. */
export function alternativesOf(own: OwnField, inputs: readonly OwnField[]): OwnField[] {
  const { group } = own.field
  return group === undefined ? [own] : inputs.filter(({ field }) => field.group === group)
}

/** Returns the inputs without all buttons of a group but the first. */
export function listQuestions(inputs: readonly OwnField[]): OwnField[] {
  return inputs.filter((own) => alternativesOf(own, inputs)[0] === own)
}

/** Whether a field has a value, or another button of its group is selected. */
export function isDone(own: OwnField): boolean {
  return own.isAnswered || isFilled(own)
}

/** Whether a field is for a signature, initials or a stamp. */
export function isMark({ field: { type } }: Pick<OwnField, 'field'>): boolean {
  return isPicture(type)
}

/** Whether a field has a value that can be used. */
export function isFilled({ problem, value }: OwnField): boolean {
  if (value === null || problem !== null) return false
  if (value.kind === 'text') return value.text.trim() !== ''
  return value.kind === 'checkbox' ? value.isSelected : true
}

/** Whether this field must still be filled in, corrected, or seen before signing. */
export function isOpen(own: OwnField): boolean {
  return own.problem !== null || own.isUnseen || (own.field.required && !isDone(own))
}

/** Counts the questions that the guide leads to, those of them that need nothing more, and the other ones. */
export function countQuestions(inputs: readonly OwnField[]) {
  const questions = listQuestions(inputs).map((own) => alternativesOf(own, inputs))
  const guided = questions.filter((buttons) =>
    buttons.some(({ field }) => field.required || field.default !== undefined),
  )
  return {
    count: guided.length,
    done: guided.filter((buttons) => !buttons.some(isOpen)).length,
    optional: questions.length - guided.length,
  }
}

/** Returns the next field that is open, after the current one and then from the start; undefined if none. */
export function nextOpen(
  inputs: readonly OwnField[],
  current: string | null,
): OwnField | undefined {
  return startingAfter(inputs, current).find(isOpen)
}

/**
 * Returns the next question that can be left empty, is empty and was not shown yet, after the current field and then from the
 * start; undefined if none.
 *
 * @param seen IDs of the fields that were shown
 */
export function nextOptional(
  inputs: readonly OwnField[],
  current: string | null,
  seen: ReadonlySet<string>,
): OwnField | undefined {
  return startingAfter(listQuestions(inputs), current).find(
    (own) =>
      !own.field.required &&
      !isDone(own) &&
      !alternativesOf(own, inputs).some(({ field }) => seen.has(field.id)),
  )
}

/** Returns the fields after the current one, and then those from the start. */
function startingAfter(inputs: readonly OwnField[], current: string | null): OwnField[] {
  const position = inputs.findIndex(({ field }) => field.id === current)
  return [...inputs.slice(position + 1), ...inputs.slice(0, position + 1)]
}

function toPlaced({ page, rect: [x, y, width, height] }: Field) {
  return { page, rectangle: { x, y, width, height } }
}
