import type { Envelope, EnvelopeStep } from '@inkproof/protocol/envelopes'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'
import { isSentToOthers } from '../recipients/is-sent-to-others.ts'
import { titleOfExpiry } from './expiry-text.ts'

/** Returns what a step says, in plain words; its type if this release does not know it. */
export function titleOfStep(
  { handedOverTo, method, recipient, recipientName, type, until }: EnvelopeStep,
  { recipients }: Pick<Envelope, 'recipients'>,
): string {
  const found = recipients.find(({ id }) => id === recipient)
  const name = recipientName ?? t('A recipient')
  const isSent = isSentToOthers({ recipients })
  switch (type) {
    case 'sent':
      return isSent ? t('Sent to the recipients') : t('Signing started')
    case 'opened':
      return t('{name} opened the document', { name })
    case 'verified':
      return titleOfIdentification(name, method)
    case 'bound':
      return t('The signing key of {name} was recorded', { name })
    case 'consented':
      return found?.role === 'approver'
        ? t('{name} agreed to approve electronically', { name })
        : t('{name} agreed to sign electronically', { name })
    case 'viewed':
      return t('{name} viewed the document', { name })
    case 'signed':
      return t('{name} signed', { name })
    case 'approved':
      return t('{name} approved', { name })
    case 'declined':
      return t('{name} declined', { name })
    case 'handed-over':
      return handedOverTo === null
        ? t('{name} handed the request over to someone else', { name })
        : t('{name} handed the request over to {person}', { name, person: handedOverTo })
    case 'corrected':
    case 'readdressed':
      return titleOfCorrection(name, handedOverTo)
    case 'extended':
      return until === undefined
        ? t('The sender gave {name} more time', { name })
        : t('The sender gave {name} more time, until {time}', {
            name,
            time: formatDateTime(until, { now: Date.now() }),
          })
    case 'completed':
      return isSent ? t('The request was completed') : t('Signing was completed')
    case 'voided':
      return isSent ? t('The request was withdrawn') : t('The document was discarded')
    case 'expired':
      return titleOfExpiry(recipients)
    default:
      return type
  }
}

function titleOfIdentification(name: string, method: EnvelopeStep['method']): string {
  switch (method) {
    case 'account':
      return t('{name} was identified by an account with a confirmed e-mail address', { name })
    case 'passkey':
      return t('{name} was identified by a passkey', { name })
    case 'wallet':
      return t('{name} was identified by a wallet', { name })
    default:
      return t('{name} confirmed the e-mail address with a code', { name })
  }
}

/** @param corrected the name that applies now */
function titleOfCorrection(name: string, corrected: string | null): string {
  return corrected === null || corrected === name
    ? t('The sender corrected the address of {name}', { name })
    : t('The sender corrected {name} to {person}', { name, person: corrected })
}
