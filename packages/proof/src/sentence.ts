/**
 * Sentences as data: this package returns codes, messages and values, which the caller translates and formats for
 * display.
 */
import { fillPlaceholders, type Placeholder } from '@inkproof/texts/message'

/** An English message and the values of its placeholders. `wording.ts` translates it. */
export type Sentence = { message: string; values: Readonly<Record<string, SentenceValue>> }

type SentenceValue = string | number | bigint

/** The values of a message; required exactly when it has placeholders. */
export type SentenceValues<Message extends string> = [Placeholder<Message>] extends [never]
  ? []
  : [values: Record<Placeholder<Message>, SentenceValue>]

/**
 * Creates a sentence: `makeSentence('The node does not have block {number} yet.', { number })`. The message must be
 * a literal, because `npm run texts:extract` collects it for the catalogue.
 */
export function makeSentence<Message extends string>(
  message: Message,
  ...[values]: SentenceValues<Message>
): Sentence {
  return { message, values: values ?? {} }
}

/** Formats the sentence in English. */
export function formatEnglish({ message, values }: Sentence): string {
  return fillPlaceholders(message, values)
}
