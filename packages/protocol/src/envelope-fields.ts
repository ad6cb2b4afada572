/** The fields of signing requests ("envelopes"): what recipients fill on the pages of a document. */
import * as z from 'zod/mini'

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

/** `signing-date`: the day of signing, `YYYY-MM-DD`. A `checkbox` has the value `1` if it is selected. */
export const FIELD_TYPES = [
  'signature',
  'initials',
  'name',
  'email',
  'signing-date',
  'date',
  'text',
  'number',
  'checkbox',
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

/** A field as the sender places it. `recipient` is the index of a signer in the request's recipients. */
export const FieldRequest = z.extend(Field, { recipient: z.int().check(z.gte(0)) })
export type FieldRequest = z.infer<typeof FieldRequest>
