/** The fields of signing requests ("envelopes"): what recipients fill on the pages of a document. */
import * as z from 'zod/mini'
import { lineText } from './plain-text.ts'

/** Maximum number of fields in an envelope. */
export const MAX_FIELDS = 500

/** In points of the page's user space, before rotation: left, bottom, width and height. */
export const Rectangle = z.strictObject({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
})
export type Rectangle = z.infer<typeof Rectangle>

/**
 * `signing-date`: the day of signing, `YYYY-MM-DD`. A `checkbox` or a `radio` button has the value `1` if it is selected; a
 * `dropdown` has one of its options. A `signature`, `initials` and a `stamp` are pictures and have no value. An `attachment` asks for a
 * file, which is stored beside the document; at most 10 in a request.
 */
export const FIELD_TYPES = [
  'signature',
  'initials',
  'name',
  'email',
  'signing-date',
  'company',
  'date',
  'text',
  'number',
  'checkbox',
  'radio',
  'dropdown',
  'stamp',
  'attachment',
] as const
export const FieldType = z.enum(FIELD_TYPES)
export type FieldType = z.infer<typeof FieldType>

/** What is common to a field as the sender places it and a field of the prepared document. `page` counts from 1. */
export const Field = z.strictObject({
  type: FieldType,
  page: z.int().check(z.gte(1)),
  rectangle: Rectangle,
  required: z.boolean(),
})

/** Maximum number of options of a `dropdown`, and their maximum length in UTF-16 code units. */
export const MAX_OPTIONS = 100
export const MAX_OPTION_LENGTH = 200

/** Largest limits of the length of a text and of a number. */
export const MAX_TEXT_LENGTH = 10_000
export const MAX_NUMBER = 1_000_000_000_000

/** What a `text` can be limited to, as in packages/signing (text-format). */
export const TEXT_FORMATS = ['email', 'phone', 'url', 'letters', 'digits'] as const
export const TextFormat = z.enum(TEXT_FORMATS)
export type TextFormat = z.infer<typeof TextFormat>

/** Largest number of decimal places. */
export const MAX_DECIMALS = 6

/** A limit of a date: a day, `YYYY-MM-DD`, or the day on which the recipient signs. */
const DateLimit = z.union([z.literal('signing-day'), z.iso.date()])

/** Rules for the value of a field, as in packages/signing (validation); absent ones do not restrict it. */
export const FieldValidation = z.strictObject({
  /** Of a `dropdown`, which must have them: what can be chosen. */
  options: z.optional(
    z.array(lineText(MAX_OPTION_LENGTH)).check(z.minLength(1), z.maxLength(MAX_OPTIONS)),
  ),
  /** Of a `text` or a `company`: in UTF-16 code units. */
  minLength: z.optional(z.int().check(z.gte(1), z.lte(MAX_TEXT_LENGTH))),
  maxLength: z.optional(z.int().check(z.gte(1), z.lte(MAX_TEXT_LENGTH))),
  /** Of a `number`: inclusive limits. */
  minimum: z.optional(z.int().check(z.gte(0), z.lte(MAX_NUMBER))),
  maximum: z.optional(z.int().check(z.gte(0), z.lte(MAX_NUMBER))),
  /** Of a `text`. */
  format: z.optional(TextFormat),
  /** Of a `number`: how many decimal places it has. */
  decimals: z.optional(z.int().check(z.gte(0), z.lte(MAX_DECIMALS))),
  /** Of a `date`: the first and the last day that are allowed. */
  earliest: z.optional(DateLimit),
  latest: z.optional(DateLimit),
})

/** Maximum number of conditions of a field. */
export const MAX_CONDITIONS = 20

/** When a field is shown: another one has this value, or does not have it. */
export const FieldCondition = z.strictObject({
  /** Index in the request's fields: an earlier `checkbox`, `radio` button or `dropdown` of the same recipient. */
  field: z.int().check(z.gte(0), z.lt(MAX_FIELDS)),
  is: z.enum(['equals', 'differs']),
  /** A value that the other field can have: `1`, or one of its options. */
  value: lineText(MAX_OPTION_LENGTH),
})
export type FieldCondition = z.infer<typeof FieldCondition>

/** Maximum length of a label in UTF-16 code units. */
export const MAX_LABEL_LENGTH = 100

/** The sender's settings of a field, apart from its type, place and recipient. */
export const FieldSettings = z.strictObject({
  /** What is to be entered, such as "Delivery date". The `radio` buttons of a group have the same one. */
  label: z.optional(lineText(MAX_LABEL_LENGTH)),
  validation: z.optional(FieldValidation),
  /**
   * What the field contains from the start, as a value of its type; of a `checkbox` and of one `radio` button of a group, `1`.
   * A `signature`, `initials`, `stamp`, `name`, `email`, `signing-date` and `attachment` have none.
   */
  default: z.optional(lineText(MAX_TEXT_LENGTH)),
  /**
   * Whether the recipient sees the default and cannot change it. Such a field must have a default, and must not be required.
   * Of the `radio` buttons of a group, the one with the default can be read-only.
   */
  readOnly: z.optional(z.boolean()),
  /** Of a `radio` button, which must have it: one of the buttons with the same number can be selected. */
  group: z.optional(z.int().check(z.gte(0), z.lt(MAX_FIELDS))),
  /**
   * The field is shown and filled only if all of these hold; a required one that is not shown stays empty. A `signature` has
   * none, and the `radio` buttons of a group have the same ones.
   */
  conditions: z.optional(
    z.array(FieldCondition).check(z.minLength(1), z.maxLength(MAX_CONDITIONS)),
  ),
})
export type FieldSettings = z.infer<typeof FieldSettings>

/** A field as the sender places it. `recipient` is the index of a signer in the request's recipients. */
export const FieldRequest = z.extend(Field, {
  recipient: z.int().check(z.gte(0)),
  settings: z.optional(FieldSettings),
})
export type FieldRequest = z.infer<typeof FieldRequest>
