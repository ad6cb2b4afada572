/** The fields of an envelope: places in the prepared PDFs that recipients fill. */
import type { Cbor } from '@inkproof/proof/cbor'
import {
  readFlag,
  readInteger,
  readLine,
  readList,
  readMap,
  readOneOf,
  readText,
  readTuple,
} from './read.ts'
import type { Validation } from './validation.ts'
import { hasNewRules, validationFromCbor, validationToCbor } from './validation-codec.ts'

/**
 * `signature`, `initials` and `stamp` have an appearance and no value. `stamp` exists since version 2 of the envelope. `name`, `email` and `signing-date` are filled by the signing
 * page. A `checkbox` or a `radio` has the value `1` if it is selected. `date` and `signing-date` have the form
 * `YYYY-MM-DD`. An `attachment` asks for a file: it has the hash and the name of the file instead of a value, and an appearance
 * since version 2 of the envelope, which it needs.
 */
export const FIELD_TYPES = [
  'signature',
  'initials',
  'name',
  'email',
  'signing-date',
  'company',
  'text',
  'number',
  'date',
  'checkbox',
  'radio',
  'dropdown',
  'attachment',
  'stamp',
] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** When a condition holds: the other field has a value, has none, has this value, or has another one or none. */
export const COMPARISONS = ['filled', 'empty', 'equals', 'differs'] as const

/** `value` is present exactly for `equals` and `differs`. */
export type Condition = {
  field: string
  is: (typeof COMPARISONS)[number]
  value?: string | undefined
}

export type Field = {
  /** Its name in the PDF: 1 to 64 of `A-Z a-z 0-9 _ -`. No field's id is the beginning of another's. */
  id: string
  /** Index in the envelope's documents. */
  document: number
  /** From 1. */
  page: number
  /**
   * Left, bottom, width and height in hundredths of a point, from the lower left corner of the page's crop box before
   * rotation.
   */
  rect: [left: number, bottom: number, width: number, height: number]
  type: FieldType
  /** ID of the recipient who fills it. */
  recipient: string
  required: boolean
  /**
   * Contains its default, which the recipient confirms in their statement and cannot change. Of a `radio` that is the default
   * of its group: no other button of the group can be selected. In the earliest envelopes, the prepared PDF contains the
   * default, and no statement has a value of the field.
   */
  readOnly: boolean
  default?: string | undefined
  validation: Validation
  /** The field is shown and filled only if all of these hold. They name fields earlier in the list. */
  conditions: Condition[]
  /**
   * Of a `radio`, which must have it: at most one field of a group is selected. It is the name of the group's field in the
   * PDF, in which the ID of each button is the name of its state "on".
   */
  group?: string | undefined
  /**
   * What is to be entered, as people read it: a line of at most {@link MAX_LABEL_LENGTH}, such as "Delivery date". The same for
   * all buttons of a group. Since version 2 of the envelope.
   */
  label?: string | undefined
}

export const MAX_FIELDS = 2000
/** Maximum number of conditions of a field. */
export const MAX_CONDITIONS = 20
/** Maximum length of a value in UTF-16 code units. */
export const MAX_VALUE_LENGTH = 10_000
/** Maximum length of a label in UTF-16 code units. */
export const MAX_LABEL_LENGTH = 100
export const FIELD_ID_PATTERN = /^[\w-]{1,64}$/

/** Whether fields of a type have an appearance and no value. */
export function isPicture(type: FieldType): type is 'signature' | 'initials' | 'stamp' {
  return type === 'signature' || type === 'initials' || type === 'stamp'
}

/** Returns the first version of the envelope's format that can contain a field. */
export function fieldVersion({
  label,
  type,
  validation,
}: Pick<Field, 'label' | 'type' | 'validation'>): 1 | 2 {
  const isNewType = type === 'stamp' || type === 'attachment'
  return isNewType || label !== undefined || hasNewRules(validation) ? 2 : 1
}

/** Converts a field to CBOR. */
export function fieldToCbor(field: Field): Cbor {
  const { validation, conditions, group, label } = field
  return {
    id: field.id,
    document: BigInt(field.document),
    page: BigInt(field.page),
    rect: field.rect.map(BigInt),
    type: field.type,
    recipient: field.recipient,
    required: BigInt(field.required),
    readOnly: BigInt(field.readOnly),
    validation: validationToCbor(validation),
    conditions: conditions.map(({ value, ...rest }) => ({
      ...rest,
      ...(value !== undefined && { value }),
    })),
    ...(field.default !== undefined && { default: field.default }),
    ...(group !== undefined && { group }),
    ...(label !== undefined && { label }),
  }
}

/** Converts CBOR to a field. Its references are checked by `checkFields`. @throws ProofError as the readers */
export function fieldFromCbor(value: Cbor, path: string): Field {
  const map = readMap(value, path, KEYS, ['default', 'group', 'label'])
  return {
    id: readText(map.id, `${path}.id`, FIELD_ID_PATTERN),
    document: readInteger(map.document, `${path}.document`, 0, 1000),
    page: readInteger(map.page, `${path}.page`, 1, 10_000),
    rect: readRect(map.rect, `${path}.rect`),
    type: readOneOf(map.type, `${path}.type`, FIELD_TYPES),
    recipient: readText(map.recipient, `${path}.recipient`, FIELD_ID_PATTERN),
    required: readFlag(map.required, `${path}.required`),
    readOnly: readFlag(map.readOnly, `${path}.readOnly`),
    validation: validationFromCbor(map.validation, `${path}.validation`),
    conditions: readList(map.conditions, `${path}.conditions`, MAX_CONDITIONS, conditionFromCbor),
    ...(map.default !== undefined && { default: readValue(map.default, `${path}.default`) }),
    ...(map.group !== undefined && {
      group: readText(map.group, `${path}.group`, FIELD_ID_PATTERN),
    }),
    ...(map.label !== undefined && {
      label: readLine(map.label, `${path}.label`, MAX_LABEL_LENGTH),
    }),
  }
}

const KEYS = [
  'id',
  'document',
  'page',
  'rect',
  'type',
  'recipient',
  'required',
  'readOnly',
  'validation',
  'conditions',
] as const

/** 14,400 points, the largest page of ISO 32000-1, annex C, in hundredths. */
const MAX_LENGTH = 1_440_000

function readRect(value: Cbor, path: string): Field['rect'] {
  const [left, bottom, width, height] = readTuple(value, path, 4)
  return [
    readInteger(left, `${path}[0]`, 0, MAX_LENGTH),
    readInteger(bottom, `${path}[1]`, 0, MAX_LENGTH),
    readInteger(width, `${path}[2]`, 1, MAX_LENGTH),
    readInteger(height, `${path}[3]`, 1, MAX_LENGTH),
  ]
}

/** Values in an envelope are never empty: a missing key says the same. */
function readValue(value: Cbor, path: string): string {
  return readText(value, path, VALUE)
}

const VALUE = new RegExp(`^[^]{1,${MAX_VALUE_LENGTH}}$`)

function conditionFromCbor(value: Cbor, path: string): Condition {
  const map = readMap(value, path, ['field', 'is'], ['value'])
  return {
    field: readText(map.field, `${path}.field`, FIELD_ID_PATTERN),
    is: readOneOf(map.is, `${path}.is`, COMPARISONS),
    ...(map.value !== undefined && { value: readValue(map.value, `${path}.value`) }),
  }
}
