/** What is wrong with the settings of a field, in words; the service refuses the same. */
import {
  MAX_NUMBER,
  MAX_OPTION_LENGTH,
  MAX_OPTIONS,
  MAX_TEXT_LENGTH,
} from '@inkproof/protocol/envelope-fields'
import type { Field } from '@inkproof/signing/field'
import { canHaveDefault, findFieldProblem } from '@inkproof/signing/field-problem'
import { t } from '@inkproof/texts/text'
import { cleanLine } from '@inkproof/texts/unsafe-characters'
import { withDecimalPoint } from '../values/decimal.ts'
import { describeValueProblem } from '../values/value-problem.ts'
import { ME, type PlacedField } from './draft.ts'

/** Returns what can be chosen from a drop-down list: the lines that are not empty. */
export function optionsOf({ settings }: Pick<PlacedField, 'settings'>): string[] {
  return (settings?.options ?? []).map(cleanLine).filter((option) => option !== '')
}

/** Returns the rules for the value of a field. */
export function validationOf(field: Pick<PlacedField, 'settings' | 'type'>): Field['validation'] {
  const { maximum, maxLength, minimum } = field.settings ?? {}
  switch (field.type) {
    case 'dropdown':
      return { options: optionsOf(field) }
    case 'text':
    case 'company':
      return maxLength === undefined ? {} : { maxLength }
    case 'number':
      return {
        ...(minimum !== undefined && { minimum }),
        ...(maximum !== undefined && { maximum }),
      }
    default:
      return {}
  }
}

type Owned = Pick<PlacedField, 'recipient' | 'settings' | 'type'>

/** Returns what another person's field contains from the start; undefined if it is empty, or if it is the sender's own. */
export function presetOf({ recipient, settings, type }: Owned): string | undefined {
  const entered = cleanLine(settings?.preset ?? '')
  const text = type === 'number' ? withDecimalPoint(entered) : entered
  return recipient === ME || text === '' || !canHaveDefault(type) ? undefined : text
}

/** Whether another person cannot change their field. */
export function isReadOnly({ recipient, settings, type }: Owned): boolean {
  return recipient !== ME && canHaveDefault(type) && settings?.isReadOnly === true
}

/** Whether the envelope says so of this field: of a group, it does of the selected button. */
export function isSentReadOnly(field: Owned): boolean {
  return isReadOnly(field) && (field.type !== 'radio' || presetOf(field) !== undefined)
}

/** Whether a field must be filled by its recipient, who fills no read-only field. */
export function isRequired(field: Owned & Pick<PlacedField, 'required'>): boolean {
  return field.required && !isReadOnly(field)
}

/** Returns why a field cannot contain its preset, as a sentence; null if it can, or if its other settings contradict each other. */
export function findPresetProblem(
  field: PlacedField,
  fields: readonly PlacedField[],
): string | null {
  const question = field.type === 'radio' ? buttonsOf(field, fields) : [field]
  const chosen = question.find((one) => presetOf(one) !== undefined) ?? field
  const preset = presetOf(chosen)
  const rules = { type: field.type, validation: validationOf(field) }
  const problem = findFieldProblem({
    ...rules,
    required: isRequired(field),
    readOnly: isReadOnly(field),
    default: preset,
    group: field.settings?.group,
  })
  if (problem === 'read-only') return askForPreset(field.type)
  return problem === 'default' ? describeValueProblem(rules, preset ?? '') : null
}

function askForPreset(type: PlacedField['type']): string {
  switch (type) {
    case 'checkbox':
      return t('Tick the box by default, or turn off “Read-only”.')
    case 'radio':
    case 'dropdown':
      return t('Select what the signer sees, or turn off “Read-only”.')
    default:
      return t('Enter what the signer sees, or turn off “Read-only”.')
  }
}

/** Returns a sentence; null if nothing is wrong. @param fields all fields of the draft */
export function findSettingsProblem(
  field: PlacedField,
  fields: readonly PlacedField[],
): string | null {
  return findRuleProblem(field, fields) ?? findPresetProblem(field, fields)
}

/** As {@link findSettingsProblem}, without what the field contains from the start. */
export function findRuleProblem(field: PlacedField, fields: readonly PlacedField[]): string | null {
  switch (field.type) {
    case 'dropdown':
      return findOptionsProblem(optionsOf(field))
    case 'radio':
      return buttonsOf(field, fields).length < 2
        ? t('A single choice needs at least two answers.')
        : null
    default:
      return findLimitsProblem(validationOf(field))
  }
}

/** Returns all buttons of a radio button's group. */
export function buttonsOf(
  { settings }: Pick<PlacedField, 'settings'>,
  fields: readonly PlacedField[],
): PlacedField[] {
  return fields.filter((other) => other.settings?.group === settings?.group)
}

function findLimitsProblem({ maximum, maxLength, minimum }: Field['validation']): string | null {
  if (maxLength !== undefined && !isWhole(maxLength, 1, MAX_TEXT_LENGTH))
    return t('Enter a character limit from 1 to {maximum}.', {
      maximum: MAX_TEXT_LENGTH,
    })
  const limits = [minimum, maximum].filter((limit) => limit !== undefined)
  if (!limits.every((limit) => isWhole(limit, 0, MAX_NUMBER)))
    return t('Minimum and maximum must be whole numbers from 0 to {maximum}.', {
      maximum: MAX_NUMBER,
    })
  return (minimum ?? 0) > (maximum ?? MAX_NUMBER)
    ? t('The minimum is greater than the maximum.')
    : null
}

function isWhole(number: number, minimum: number, maximum: number): boolean {
  return Number.isInteger(number) && number >= minimum && number <= maximum
}

function findOptionsProblem(options: readonly string[]): string | null {
  if (options.length === 0) return t('Add at least one option to the drop-down list.')
  if (options.length > MAX_OPTIONS)
    return t('A drop-down list can have at most {count} options.', { count: MAX_OPTIONS })
  const long = options.find(({ length }) => length > MAX_OPTION_LENGTH)
  if (long !== undefined)
    return t('The option “{option}” is longer than {maximum} characters.', {
      option: `${long.slice(0, 30)}…`,
      maximum: MAX_OPTION_LENGTH,
    })
  const twice = options.find((option, index) => options.indexOf(option) !== index)
  return twice === undefined ? null : t('The option “{option}” is listed twice.', { option: twice })
}
