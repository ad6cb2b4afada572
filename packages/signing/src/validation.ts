/** The rules for the value of a field. */

/** What a `text` can be limited to; `text-format.ts` defines each of them. */
export const TEXT_FORMATS = ['email', 'phone', 'url', 'letters', 'digits'] as const
export type TextFormat = (typeof TEXT_FORMATS)[number]

/** As a limit of a date: the day on which the recipient signs. */
export const SIGNING_DAY = 'signing-day'

/** Rules for the value of a field. Lengths are in UTF-16 code units. */
export type Validation = {
  minLength?: number | undefined
  maxLength?: number | undefined
  /** Of a `number` field: inclusive limits. */
  minimum?: number | undefined
  maximum?: number | undefined
  /** Of a `dropdown`, which must have them: the possible values. */
  options?: string[] | undefined
  /** Of a `text`. Since version 2 of the envelope, like all that follow. */
  format?: TextFormat | undefined
  /** Of a `number` field: how many decimal places it has, 0 to 6. It is then in canonical form, see `decimal-places.ts`. */
  decimals?: number | undefined
  /** Of a `date`: the first and the last day that are allowed, `YYYY-MM-DD` or {@link SIGNING_DAY}. */
  earliest?: string | undefined
  latest?: string | undefined
}
