import type { LogAnchorError } from '@inkproof/proof/log-anchor-error'
import { formatSentence } from '@inkproof/proof/sentence-text'
import { pageTexts, t } from '@inkproof/texts/text'

/** Formats the contract's refusal; for an outdated state, without the roots, which are too long to compare by eye. */
export function describeRefusal({ name, values, sentence }: LogAnchorError): string {
  if (name !== 'LogStaleHead') return formatSentence(sentence, pageTexts)
  return isEmptyHead(values['given'])
    ? t(
        'This record already has a first state on the blockchain, so the contract refuses a second one.',
      )
    : t('The record on the blockchain changed in the meantime. Try again.')
}

/** Whether this is the contract's state for an operator who has never anchored. */
function isEmptyHead(head = ''): boolean {
  return /^0x0*$/.test(head)
}
