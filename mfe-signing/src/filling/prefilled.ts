/** What the sender filled in for the person, who has not changed it. */
import type { Field } from '@inkproof/signing/field'
import type { FieldValue } from '../editor/draft.ts'
import type { EnteredValues } from './entered-db.ts'

/** Returns the values with the defaults of the fields that the person has not changed. The buttons of a group are one question. */
export function withDefaults(fields: readonly Field[], values: EnteredValues): EnteredValues {
  const changed = fields.filter(({ id }) => Object.hasOwn(values, id))
  const defaults = fields.flatMap(({ default: text, group, id, type }): [string, FieldValue][] => {
    const isChanged = group !== undefined && changed.some((other) => other.group === group)
    return text === undefined || isChanged ? [] : [[id, toValue(type, text)]]
  })
  return { ...Object.fromEntries(defaults), ...values }
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
