/** What a step of a request says in the signing record: the words of the history in `mfe-signing`, with addresses. */
import { sanitizeForDisplay, sanitizeQuotation } from '@inkproof/proof/display-text'
import type { Person } from '@inkproof/signing/people'
import type { Step } from '@inkproof/signing/step'
import { formatUtc } from '@inkproof/texts/format-utc'
import type { Texts } from '@inkproof/texts/make-texts'

const MAX_LENGTH = 300

/** Returns a text as one line that can neither imitate other lines nor run backwards. */
export function shownLine(text: string): string {
  return withoutMarks(sanitizeForDisplay(text, MAX_LENGTH))
}

/** The same for a text in quotation marks, which cannot end the quotation. */
function quotedLine(text: string): string {
  return withoutMarks(sanitizeQuotation(text, MAX_LENGTH))
}

/** The marks of direction have no glyph, and are not needed: each line is drawn separately. */
function withoutMarks(line: string): string {
  return line.replace(/[\u2068\u2069]/g, '')
}

/**
 * What the steps alone do not say. `people`: of the request, by ID. `late`: IDs of those who did not respond before their own deadline. `isSent`: whether
 * it was sent to others than the person who made it.
 */
export type StepContext = {
  people: ReadonlyMap<string, Person>
  late: readonly string[]
  isSent: boolean
}

export function describeStep({ claims, type }: Step, context: StepContext, texts: Texts): string {
  const { isSent, people } = context
  const { t } = texts
  const person = people.get(claims['recipient'] ?? '')
  const name = quotedLine(person?.name ?? '')
  const address = shownLine(person?.email ?? '')
  switch (type) {
    case 'sent':
      return isSent ? t('Sent to the recipients') : t('Signing started')
    case 'delivered':
      return t('The e-mail to “{name}” was delivered to {address}', { name, address })
    case 'opened':
      return t('“{name}” opened the document', { name })
    case 'verified':
      return describeMethod(claims['method'], { name, address }, texts)
    case 'bound':
      return t('The signing key of “{name}” was recorded', { name })
    case 'consented':
      return person?.role === 'approver'
        ? t('“{name}” agreed to approve electronically', { name })
        : t('“{name}” agreed to sign electronically', { name })
    case 'viewed':
      return t('“{name}” viewed the document', { name })
    case 'signed':
      return t('“{name}” signed', { name })
    case 'approved':
      return t('“{name}” approved', { name })
    case 'completed':
      return isSent ? t('The request was completed') : t('Signing was completed')
    default:
      return describeChange({ claims, type }, { name, address }, context, texts)
  }
}

type Shown = { name: string; address: string }

function describeMethod(method: string | undefined, shown: Shown, { t }: Texts): string {
  switch (method) {
    case 'account':
      return t(
        '“{name}” was identified by an account with the confirmed e-mail address {address}',
        shown,
      )
    case 'passkey':
      return t('“{name}” was identified by a passkey', shown)
    case 'wallet':
      return t('“{name}” was identified by a wallet', shown)
    default:
      return t('“{name}” confirmed the e-mail address {address} with a code', shown)
  }
}

/** A step by which the request ended, somebody took another's place, or got more time. */
function describeChange(
  { claims, type }: Pick<Step, 'claims' | 'type'>,
  shown: Shown,
  { isSent, late, people }: StepContext,
  texts: Texts,
): string {
  const { t } = texts
  const next = people.get(claims['to'] ?? '')
  const to = { person: quotedLine(next?.name ?? ''), to: shownLine(next?.email ?? '') }
  const { name } = shown
  switch (type) {
    case 'handed-over':
      return t('“{name}” handed the request over to “{person}” ({to})', { name, ...to })
    case 'corrected':
      return t('The sender corrected “{name}” ({address}) to “{person}” ({to})', {
        ...shown,
        ...to,
      })
    case 'readdressed':
      return t('The sender corrected the address of “{name}” from {address} to {to}', {
        ...shown,
        to: to.to,
      })
    case 'extended':
      return t('The sender gave “{name}” more time, until {time}', {
        name,
        time: formatUtc(new Date(claims['until'] ?? '')),
      })
    case 'declined':
      return withReason(t('“{name}” declined', { name }), claims['reason'], texts)
    case 'voided':
      return withReason(
        isSent ? t('The request was withdrawn') : t('The document was discarded'),
        claims['reason'],
        texts,
      )
    case 'expired':
      return describeExpiry(
        late.map((id) => people.get(id)),
        texts,
      )
    default:
      return type
  }
}

/** @param late who did not respond before their own deadline; empty if the deadline of the request has passed */
function describeExpiry(late: readonly (Person | undefined)[], { t }: Texts): string {
  const [name, ...others] = late.map((person) => quotedLine(person?.name ?? ''))
  if (name === undefined) return t('The signing deadline has passed')
  if (others.length === 0) return t('“{name}” did not respond in time', { name })
  const names = [name, ...others].map((one) => `“${one}”`).join(', ')
  return t('Several people did not respond in time: {names}', { names })
}

function withReason(sentence: string, reason: string | undefined, { t }: Texts): string {
  return reason
    ? `${sentence}. ${t('Reason: “{reason}”', { reason: quotedLine(reason) })}`
    : sentence
}
