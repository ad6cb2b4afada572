/** Sentences as data: this package gives codes, messages and values, and whoever shows them words them. */
import { fillPlaceholders, type Placeholder } from '@inkproof/texts/message'

/** An English message and what fills its placeholders. `wording.ts` words it in another language. */
export type Sentence = { message: string; values: Readonly<Record<string, SentenceValue>> }

type SentenceValue = string | number | bigint

/** The values of a message; required exactly when it has placeholders. */
export type SentenceValues<Message extends string> = [Placeholder<Message>] extends [never]
  ? []
  : [values: Record<Placeholder<Message>, SentenceValue>]

/**
 * Makes a sentence: `makeSentence('The node does not have block {number} yet.', { number })`. The message is a literal,
 * because `npm run texts:extract` collects it for the catalogue.
 */
export function makeSentence<Message extends string>(
  message: Message,
  ...[values]: SentenceValues<Message>
): Sentence {
  return { message, values: values ?? {} }
}

/** The sentence in English. */
export function inEnglish({ message, values }: Sentence): string {
  return fillPlaceholders(message, values)
}
