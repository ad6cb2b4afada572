/** What a step of a request says in the signing record. */
import { sanitizeForDisplay } from '@inkproof/proof/display-text'
import type { Person } from '@inkproof/signing/people'
import type { Step } from '@inkproof/signing/step'
import { formatUtc } from '@inkproof/texts/format-utc'
import type { Texts } from '@inkproof/texts/make-texts'

/** Returns a text as one line that can neither imitate other lines nor run backwards. */
export function shownLine(text: string): string {
  // The marks of direction have no glyph, and each line is drawn for itself.
  return sanitizeForDisplay(text, 300).replace(/[\u2068\u2069]/g, '')
}

/** What the steps alone do not say. `people`: of the request, by ID; `late`: IDs of those who let their own time pass. */
export type StepContext = { people: ReadonlyMap<string, Person>; late: readonly string[] }

export function describeStep({ claims, type }: Step, context: StepContext, texts: Texts): string {
  const { people } = context
  const { t } = texts
  const person = people.get(claims['recipient'] ?? '')
  const name = shownLine(person?.name ?? '')
  const address = shownLine(person?.email ?? '')
  switch (type) {
    case 'sent':
      return t('The request was sent.')
    case 'delivered':
      return t('The e-mail to {name} was delivered to {address}.', { name, address })
    case 'opened':
      return t('{name} opened the request.', { name })
    case 'verified':
      return describeMethod(claims['method'], { name, address }, texts)
    case 'bound':
      return t('The signing key of {name} was recorded.', { name })
    case 'consented':
      return t('{name} agreed to do this electronically.', { name })
    case 'viewed':
      return t('{name} viewed the document.', { name })
    case 'signed':
      return t('{name} signed.', { name })
    case 'approved':
      return t('{name} approved.', { name })
    case 'completed':
      return t('The request was completed.')
    default:
      return describeChange({ claims, type }, { name, address }, context, texts)
  }
}

type Shown = { name: string; address: string }

function describeMethod(method: string | undefined, shown: Shown, { t }: Texts): string {
  switch (method) {
    case 'account':
      return t('{name} was signed in to an account with the address {address}.', shown)
    case 'passkey':
      return t('{name} used a passkey.', shown)
    case 'wallet':
      return t('{name} used a wallet.', shown)
    default:
      return t('{name} entered the code that was sent to {address}.', shown)
  }
}

/** A step by which the request ended, somebody took another's place, or got more time. */
function describeChange(
  { claims, type }: Pick<Step, 'claims' | 'type'>,
  shown: Shown,
  { late, people }: StepContext,
  texts: Texts,
): string {
  const { t } = texts
  const next = people.get(claims['to'] ?? '')
  const to = { person: shownLine(next?.name ?? ''), to: shownLine(next?.email ?? '') }
  switch (type) {
    case 'handed-over':
      return t('{name} handed the request over to {person} ({to}).', { name: shown.name, ...to })
    case 'corrected':
      return t('The sender corrected {name} ({address}) to {person} ({to}).', { ...shown, ...to })
    case 'readdressed':
      return t('The sender corrected the address of {name} from {address} to {to}.', {
        ...shown,
        to: to.to,
      })
    case 'extended':
      return t('The sender gave {name} more time, until {time}.', {
        name: shown.name,
        time: formatUtc(new Date(claims['until'] ?? '')),
      })
    case 'declined':
      return withReason(t('{name} declined.', { name: shown.name }), claims['reason'], texts)
    case 'voided':
      return withReason(t('The sender withdrew the request.'), claims['reason'], texts)
    case 'expired':
      return describeExpiry(
        late.map((id) => people.get(id)),
        texts,
      )
    default:
      return type
  }
}

/** @param late who let their own time pass; empty if the request's has passed */
function describeExpiry(late: readonly (Person | undefined)[], { t }: Texts): string {
  const names = late.map((person) => shownLine(person?.name ?? '')).join(', ')
  return names === ''
    ? t('The deadline passed.')
    : t('{names} did not respond in time. The request ended for everyone.', { names })
}

function withReason(sentence: string, reason: string | undefined, { t }: Texts): string {
  return reason ? `${sentence} ${t('Reason: {reason}', { reason: shownLine(reason) })}` : sentence
}
