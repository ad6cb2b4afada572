import type { LogAnchorError } from '@inkproof/proof/log-anchor'
import { wordSentence } from '@inkproof/proof/wording'
import { pageTexts, t } from '@inkproof/texts/text'

/** The contract's refusal as text: roots are shortened, because nobody compares 64 characters here. */
export function describeRefusal({ name, values, sentence }: LogAnchorError): string {
  if (name !== 'LogStaleHead') return wordSentence(sentence, pageTexts)
  return isNothing(values['given'])
    ? t('The blockchain already has a state of this record, so it rejects another first state.')
    : t('The record on the blockchain changed in the meantime. Try again.')
}

/** The contract's state for an operator who has never anchored. */
function isNothing(head = ''): boolean {
  return /^0x0*$/.test(head)
}
