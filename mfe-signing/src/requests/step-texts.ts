import type { Envelope, EnvelopeStep } from '@inkproof/protocol/envelopes'
import { t } from '@inkproof/texts/text'

/** Returns what a step says, in plain words; its type if this release does not know it. */
export function titleOfStep(
  { recipient, type }: EnvelopeStep,
  { recipients }: Pick<Envelope, 'recipients'>,
): string {
  const name = recipients.find(({ id }) => id === recipient)?.name ?? t('The signer')
  switch (type) {
    case 'sent':
      return t('Signing started')
    case 'verified':
      return t('{name} was signed in with a confirmed e-mail address', { name })
    case 'bound':
      return t('The signing key of {name} was recorded', { name })
    case 'consented':
      return t('{name} agreed to sign electronically', { name })
    case 'viewed':
      return t('{name} viewed the document', { name })
    case 'signed':
      return t('{name} signed', { name })
    case 'completed':
      return t('Everyone has signed')
    case 'voided':
      return t('The document was discarded')
    case 'expired':
      return t('The signing deadline has passed')
    default:
      return type
  }
}
