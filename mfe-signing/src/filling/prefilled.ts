/** What the sender filled in for the person, who has not changed it. */
import type { Field } from '@inkproof/signing/field'
import type { FieldValue } from '../editor/draft.ts'
import type { EnteredValues } from './entered-db.ts'

/** Whether the person cannot change a field: it is read-only, or a button of a group with a read-only one. */
export function isLocked({ group, readOnly }: Field, fields: readonly Field[]): boolean {
  return (
    readOnly || (group !== undefined && fields.some((one) => one.readOnly && one.group === group))
  )
}

/**
 * Returns the values with the defaults of the fields that the person has not changed or cannot change. The buttons of a group
 * are one question.
 */
export function withDefaults(fields: readonly Field[], values: EnteredValues): EnteredValues {
  const changed = fields.filter(
    (field) => Object.hasOwn(values, field.id) && !isLocked(field, fields),
  )
  const defaults = fields.flatMap(({ default: text, group, id, type }): [string, FieldValue][] => {
    const isChanged = group !== undefined && changed.some((other) => other.group === group)
    return text === undefined || isChanged ? [] : [[id, toValue(type, text)]]
  })
  const entered = changed.flatMap(({ id }) => {
    const value = values[id]
    return value === undefined ? [] : [[id, value] as const]
  })
  return { ...Object.fromEntries(defaults), ...Object.fromEntries(entered) }
}

/** Returns the value to store. A field with a default that is cleared has an empty value, so that it stays cleared. */
export function toStored(
  fields: readonly Field[],
  id: string,
  value: FieldValue | null,
): FieldValue | null {
  const field = fields.find((one) => one.id === id)
  if (value !== null || field?.default === undefined) return value
  return toValue(field.type, '')
}

function toValue(type: Field['type'], text: string): FieldValue {
  const isButton = type === 'checkbox' || type === 'radio'
  return isButton ? { kind: 'checkbox', isSelected: text !== '' } : { kind: 'text', text }
}
