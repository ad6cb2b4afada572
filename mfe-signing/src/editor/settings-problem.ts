/** What is wrong with the settings of a field, in words; the service refuses the same. */
import { MAX_OPTION_LENGTH, MAX_OPTIONS } from '@inkproof/protocol/envelope-fields'
import type { Field } from '@inkproof/signing/field'
import { canHaveDefault, findFieldProblem } from '@inkproof/signing/field-problem'
import { t } from '@inkproof/texts/text'
import { cleanLine } from '@inkproof/texts/unsafe-characters'
import { signingToday } from '../values/day.ts'
import { formatNumber } from '../values/decimal.ts'
import { describeValueProblem } from '../values/value-problem.ts'
import { ME, type PlacedField, type PlacedSettings } from './draft.ts'
import { findLimitProblem } from './limit-problem.ts'

/** Returns what can be chosen from a drop-down list: the lines that are not empty. */
export function optionsOf({ settings }: Pick<PlacedField, 'settings'>): string[] {
  return (settings?.options ?? []).map(cleanLine).filter((option) => option !== '')
}

/** Returns the rules for the value of a field. */
export function validationOf(field: Pick<PlacedField, 'settings' | 'type'>): Field['validation'] {
  if (field.type === 'dropdown') return { options: optionsOf(field) }
  const rules = RULES[field.type] ?? []
  const settings: PlacedSettings = field.settings ?? {}
  return Object.fromEntries(
    rules.flatMap((key) => (settings[key] === undefined ? [] : [[key, settings[key]] as const])),
  )
}

type Rule = keyof Field['validation'] & keyof PlacedSettings

/** The rules that fields of a type can have. */
const RULES: Readonly<Partial<Record<PlacedField['type'], readonly Rule[]>>> = {
  text: ['format', 'minLength', 'maxLength'],
  company: ['minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'decimals'],
  date: ['earliest', 'latest'],
}

type Owned = Pick<PlacedField, 'recipient' | 'settings' | 'type'>

/** Returns what another person's field contains from the start; undefined if it is empty, or if it is the sender's own. */
export function presetOf(field: Owned): string | undefined {
  const { recipient, settings, type } = field
  const entered = cleanLine(settings?.preset ?? '')
  const text = type === 'number' ? formatNumber(entered, validationOf(field)) : entered
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
  const properties = {
    ...rules,
    required: isRequired(field),
    readOnly: isReadOnly(field),
    default: preset,
    group: field.settings?.group,
  }
  const problem = findFieldProblem(properties, signingToday())
  if (problem === 'signing-day') return t('A read-only date cannot depend on the day of signing.')
  if (problem === 'read-only') return askForPreset(field.type)
  return problem === 'default' ? describeValueProblem(rules, preset ?? '') : null
}

function askForPreset(type: PlacedField['type']): string {
  switch (type) {
    case 'checkbox':
      return t('Select the box by default, or turn off “Read-only”.')
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
      return findLimitProblem(validationOf(field))
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
