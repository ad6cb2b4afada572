import type { Texts } from '@inkproof/texts/make-texts'
import type { Sentence } from './sentence.ts'

/** Formats a sentence in the language of `texts`. */
export function formatSentence({ message, values }: Sentence, { translate }: Texts): string {
  return translate(message, values)
}
