import { fillPlaceholders, type Translate, type ValueArguments } from './message.ts'

/** The two English forms of a plural. `{count}` is replaced with the formatted count. */
export type PluralForms = { one: string; other: string }

/** Functions that produce texts in one language. */
export type Texts = {
  /**
   * Translates a message and fills its placeholders: `t('Certified by {issuer}', { issuer })`. The message is the
   * English sentence itself, written as a literal, because `npm run texts:extract` collects the catalogues from the
   * calls.
   */
  t: <Message extends string>(message: Message, ...values: ValueArguments<Message>) => string
  /** Chooses the form for a count: `plural(2, { one: '{count} file', other: '{count} files' })`. */
  plural: (count: number, forms: PluralForms, values?: Record<string, string | number>) => string
  /** Translates a message that is passed as data and was marked with `msg` where it was written. */
  translate: (message: string, values?: Readonly<Record<string, unknown>>) => string
}

/** Creates the functions for the language of `translate`. */
export function makeTexts(translate: Translate): Texts {
  return {
    t: (message, ...[values]) => fillPlaceholders(translate(message), values ?? {}),
    plural: (count, { one, other }, values) => {
      const message = translate(count === 1 ? one : other, count)
      // Not formatCount, because every page would then bundle all of format.ts.
      return fillPlaceholders(message, { count: count.toLocaleString('en-US'), ...values })
    },
    translate: (message, values) => fillPlaceholders(translate(message), values ?? {}),
  }
}
