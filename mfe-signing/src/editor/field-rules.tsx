import { MAX_DECIMALS, TEXT_FORMATS, type TextFormat } from '@inkproof/protocol/envelope-fields'
import { SIGNING_DAY } from '@inkproof/signing/validation'
import { t } from '@inkproof/texts/text'
import { Disclosure } from '@inkproof/ui/disclosure'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { Select } from '@inkproof/ui/select'
import { type ReactNode, useId } from 'react'
import { editQuestion } from './draft.store.ts'
import type { PlacedField, PlacedSettings } from './draft.ts'

type Props = {
  field: PlacedField
  /** Why no value can fit the rules, as a sentence. */
  problem: string | null
}

/** The rules for what is entered, which few fields need. */
export function FieldRules({ field, problem }: Props) {
  const errorId = useId()
  const keys = KEYS[field.type]
  if (keys === undefined) return null
  const props = { field, errorId: problem === null ? undefined : errorId }
  return (
    <Disclosure
      summary={t('Advanced')}
      defaultOpen={keys.some((key) => field.settings?.[key] !== undefined)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {rulesFor(props)}
        {problem !== null && (
          <p id={errorId} role="alert" className="text-danger text-sm sm:col-span-2">
            {problem}
          </p>
        )}
      </div>
    </Disclosure>
  )
}

type Key = NumberKey | DateKey | 'format' | 'decimals'
type NumberKey = 'minLength' | 'maxLength' | 'minimum' | 'maximum'
type DateKey = 'earliest' | 'latest'

const KEYS: Readonly<Partial<Record<PlacedField['type'], readonly Key[]>>> = {
  text: ['format', 'minLength', 'maxLength'],
  company: ['minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'decimals'],
  date: ['earliest', 'latest'],
}

type RuleProps = { field: PlacedField; errorId: string | undefined }

function rulesFor(props: RuleProps): ReactNode {
  switch (props.field.type) {
    case 'number':
      return (
        <>
          <NumberRule {...props} name="minimum" label={t('Minimum')} />
          <NumberRule {...props} name="maximum" label={t('Maximum')} />
          <DecimalsRule {...props} />
        </>
      )
    case 'date':
      return (
        <>
          <DateRule {...props} name="earliest" />
          <DateRule {...props} name="latest" />
        </>
      )
    default:
      return (
        <>
          {props.field.type === 'text' && <FormatRule {...props} />}
          <NumberRule {...props} name="minLength" label={t('Minimum characters')} />
          <NumberRule {...props} name="maxLength" label={t('Character limit')} />
        </>
      )
  }
}

function NumberRule({
  errorId,
  field,
  label,
  name,
}: RuleProps & { name: NumberKey; label: string }) {
  const value = field.settings?.[name]
  return (
    <Field label={label} optional errorId={errorId}>
      <Input
        name={name}
        type="number"
        inputMode="numeric"
        min={0}
        value={Number.isNaN(value) ? '' : (value ?? '')}
        // React sends no change event for letters in an empty input, because its value stays empty.
        onInput={({ currentTarget }) => changeNumber(field, name, currentTarget)}
      />
    </Field>
  )
}

/** Deletes a limit if its input is empty. If it contains something that is not a number, the limit is NaN. */
function changeNumber(field: PlacedField, key: NumberKey, input: HTMLInputElement): void {
  const isEmpty = input.value === '' && !input.validity.badInput
  change(field, key, isEmpty ? undefined : input.valueAsNumber)
}

function FormatRule({ errorId, field }: RuleProps) {
  return (
    <Field label={t('Format')} errorId={errorId} className="sm:col-span-2">
      <Select
        options={[
          { value: ANY, label: t('Any text') },
          ...TEXT_FORMATS.map((format) => ({ value: format, label: FORMATS[format] })),
        ]}
        value={field.settings?.format ?? ANY}
        onValueChange={(chosen) =>
          change(field, 'format', chosen === ANY ? undefined : (chosen as TextFormat))
        }
      />
    </Field>
  )
}

const FORMATS: Readonly<Record<TextFormat, string>> = {
  email: t('E-mail address'),
  phone: t('Phone number'),
  url: t('Web address'),
  letters: t('Letters only'),
  digits: t('Digits only'),
}

function DecimalsRule({ field }: RuleProps) {
  const places = Array.from({ length: MAX_DECIMALS + 1 }, (_, count) => String(count))
  return (
    <Field
      label={t('Decimal places')}
      hint={t('Numbers are written with a decimal point: 1200.50.')}
      className="sm:col-span-2"
    >
      <Select
        options={[
          { value: ANY, label: t('As entered') },
          ...places.map((count) => ({
            value: count,
            label: count === '0' ? t('None, whole numbers only') : count,
          })),
        ]}
        value={String(field.settings?.decimals ?? ANY)}
        onValueChange={(chosen) =>
          change(field, 'decimals', chosen === ANY ? undefined : Number(chosen))
        }
      />
    </Field>
  )
}

function DateRule({ errorId, field, name }: RuleProps & { name: DateKey }) {
  const limit = field.settings?.[name]
  const isFixed = limit !== undefined && limit !== SIGNING_DAY
  const { fixed, label, signingDay } = DATES[name]
  return (
    <div className="space-y-2">
      <Field label={label} errorId={isFixed || limit === undefined ? undefined : errorId}>
        <Select
          options={[
            { value: ANY, label: t('Any date') },
            { value: SIGNING_DAY, label: signingDay },
            { value: FIXED, label: t('A fixed date') },
          ]}
          value={isFixed ? FIXED : (limit ?? ANY)}
          onValueChange={(chosen) => change(field, name, LIMITS[chosen])}
        />
      </Field>
      {isFixed && (
        <Field label={fixed} errorId={errorId}>
          <Input
            name={name}
            type="date"
            value={limit}
            onChange={({ currentTarget }) => change(field, name, currentTarget.value)}
          />
        </Field>
      )}
    </div>
  )
}

const DATES = {
  earliest: {
    label: t('Earliest date'),
    signingDay: t('Day of signing (not in the past)'),
    fixed: t('Not before'),
  },
  latest: {
    label: t('Latest date'),
    signingDay: t('Day of signing (not in the future)'),
    fixed: t('Not after'),
  },
} as const

/** Values of the options that are not values of a rule. */
const ANY = 'any'
const FIXED = 'fixed'
/** The limit when an option is chosen; the fixed date is entered then. */
const LIMITS: Readonly<Record<string, string>> = { [SIGNING_DAY]: SIGNING_DAY, [FIXED]: '' }

/** Changes a rule; deletes it if the value is undefined. */
function change<K extends Key>(field: PlacedField, key: K, value: PlacedSettings[K]): void {
  const { [key]: _, ...others } = field.settings ?? {}
  editQuestion(field, { settings: value === undefined ? others : { ...others, [key]: value } })
}
