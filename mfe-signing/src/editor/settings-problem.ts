/** What is wrong with the settings of a field, in words; the service refuses the same. */
import { MAX_OPTION_LENGTH, MAX_OPTIONS } from '@inkproof/protocol/envelope-fields'
import type { Field } from '@inkproof/signing/field'
import { t } from '@inkproof/texts/text'
import { cleanLine } from '@inkproof/texts/unsafe-characters'
import type { PlacedField } from './draft.ts'

/** Returns what can be chosen from a drop-down list: the lines that are not empty. */
export function optionsOf({ settings }: Pick<PlacedField, 'settings'>): string[] {
  return (settings?.options ?? []).map(cleanLine).filter((option) => option !== '')
}

/** Returns the rules for the value of a field. */
export function validationOf(field: Pick<PlacedField, 'settings' | 'type'>): Field['validation'] {
  return field.type === 'dropdown' ? { options: optionsOf(field) } : {}
}

/** Returns a sentence; null if nothing is wrong. @param fields all fields of the draft */
export function findSettingsProblem(
  field: PlacedField,
  fields: readonly PlacedField[],
): string | null {
  switch (field.type) {
    case 'dropdown':
      return findOptionsProblem(optionsOf(field))
    case 'radio':
      return buttonsOf(field, fields).length < 2
        ? t('A single choice needs at least two answers.')
        : null
    default:
      return null
  }
}

/** Returns all buttons of a radio button's group. */
export function buttonsOf(
  { settings }: Pick<PlacedField, 'settings'>,
  fields: readonly PlacedField[],
): PlacedField[] {
  return fields.filter((other) => other.settings?.group === settings?.group)
}

function findOptionsProblem(options: readonly string[]): string | null {
  if (options.length === 0) return t('Enter what can be chosen from the drop-down list.')
  if (options.length > MAX_OPTIONS)
    return t('A drop-down list has at most {count} options.', { count: MAX_OPTIONS })
  const long = options.find(({ length }) => length > MAX_OPTION_LENGTH)
  if (long !== undefined)
    return t('The option “{option}” is too long.', { option: `${long.slice(0, 30)}…` })
  const twice = options.find((option, index) => options.indexOf(option) !== index)
  return twice === undefined
    ? null
    : t('The drop-down list contains “{option}” twice.', { option: twice })
}
