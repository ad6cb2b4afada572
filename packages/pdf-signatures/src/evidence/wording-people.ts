/** Formats who signed and each check of a signing request as lines. Names come from the file and are made safe to show. */
import { sanitizeForDisplay, sanitizeQuotation } from '@inkproof/proof/display-text'
import { formatSentence } from '@inkproof/proof/sentence-text'
import type { Outcome } from '@inkproof/proof/verdict'
import type { Check, Participant } from '@inkproof/signing/verification'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import type { Texts } from '@inkproof/texts/make-texts'
import { formatDigitalId, type SignatureValue, type Zone } from '../wording-values.ts'
import { formatCheckTitle } from './check-titles.ts'
import type { RequestCheck } from './verify-request.ts'
import { whatIsProved } from './what-is-proved.ts'
import { formatDecline, formatReason, isConfirmedDecline } from './wording-decline.ts'

/** A line of a list, with values for readers who want to check them. */
export type FormattedLine = {
  id: string
  outcome: Outcome
  title: string
  sentence: string
  values: SignatureValue[]
}

/** Formats what each person did, in the order in which they acted. */
export function formatPeople(check: RequestCheck, texts: Texts, zone: Zone): FormattedLine[] {
  return check.participants.map((person) => formatPerson(person, check, texts, zone))
}

/** Formats the signing request, and each check that concerns all of it. */
export function formatRequestChecks(
  check: RequestCheck,
  texts: Texts,
  zone: Zone,
): FormattedLine[] {
  const { t } = texts
  const lines = check.checks
    .filter(({ statement }) => statement === null)
    .map((item) => ({
      id: item.id,
      outcome: item.outcome,
      title: formatCheckTitle(item.id, texts),
      sentence: sentenceOf(item, texts),
      values: item.id === 'record' ? recordValues(check, texts, zone) : [],
    }))
  // Without the signed document, there are no digital IDs.
  if (check.signingRecord) return lines
  const issuer: FormattedLine = {
    id: 'issuer',
    outcome: check.isIssuerKnown ? 'passed' : 'not checked',
    title: check.isIssuerKnown
      ? t('This installation issued the digital IDs')
      : t('The authority of the digital IDs is not known here'),
    sentence: t('The public record shows who signed; a digital ID alone does not.'),
    values: [],
  }
  return [...lines, issuer]
}

function formatPerson(
  person: Participant,
  check: RequestCheck,
  texts: Texts,
  zone: Zone,
): FormattedLine {
  const { t } = texts
  const own = check.checks.filter(({ statement }) => statement === person.statement)
  const isConfirmed = check.verdict === 'verified' || isConfirmedDecline(person, check)
  const isFailed = own.some(({ outcome }) => outcome === 'failed')
  const failure = own.find(({ outcome }) => outcome === 'failed')
  // A mark beside a name would be understood as a confirmation of the name.
  const unconfirmed = isFailed ? 'failed' : 'not checked'
  const isIdentified = whatIsProved(person) !== null
  return {
    id: `person-${person.statement}`,
    outcome: isConfirmed && isIdentified ? 'passed' : unconfirmed,
    title: isConfirmed ? formatAct(person, texts) : formatDigitalId(person),
    sentence: failure
      ? formatFailure(failure, check, texts)
      : [
          formatTime(person, texts, zone),
          isConfirmed
            ? formatMethod(person, texts)
            : t('This is stated in the file, not confirmed.'),
          ...(isConfirmed ? formatKey(person, texts) : []),
          ...formatAttachments(person, texts),
          ...formatReason(person, texts),
        ].join(' '),
    values: personValues(person, own, texts),
  }
}

const MAX_LENGTH = 200

function formatAct(person: Participant, texts: Texts): string {
  const { t } = texts
  const { act } = person
  const name = formatDigitalId({ name: person.name })
  if (act === 'decline') return formatDecline(person, name, texts)
  const isApproval = act === 'approve'
  switch (whatIsProved(person)) {
    case 'passkey':
      return isApproval
        ? t('Approved by {name} (passkey checked)', { name })
        : t('Signed by {name} (passkey checked)', { name })
    case 'wallet':
      return isApproval
        ? t('Approved by {name} (wallet checked)', { name })
        : t('Signed by {name} (wallet checked)', { name })
    case 'address':
      return isApproval
        ? t('Approved by {name} (e-mail checked)', { name })
        : t('Signed by {name} (e-mail checked)', { name })
    default:
      return isApproval
        ? t('Approved by {name} (identity not checked)', { name })
        : t('Signed by {name} (identity not checked)', { name })
  }
}

/** The time is that of the person's device; the record shows only that it was before its block. */
function formatTime({ act, time: stated }: Participant, { t }: Texts, zone: Zone): string {
  const time = formatDateTime(stated, { zone, showZone: true })
  if (act === 'decline') return t('Declined {time}, by their own clock.', { time })
  return act === 'approve'
    ? t('Approved {time}, by their own clock.', { time })
    : t('Signed {time}, by their own clock.', { time })
}

function formatMethod({ binding, email }: Participant, { t }: Texts): string {
  const address = sanitizeForDisplay(email, MAX_LENGTH)
  switch (binding?.method) {
    case 'account':
      return t('Identified by an account with the address {address}.', { address })
    case 'mailbox':
      return t('Identified by a code sent to {address}.', { address })
    case 'passkey':
      return binding.isKnownKey
        ? t('Identified by a passkey that the sender had named.')
        : t('Identified by a passkey, as the service states: the request did not name it before.')
    case 'wallet':
      return binding.isKnownKey
        ? t('Identified by a wallet that the sender had named.')
        : t('Identified by a wallet, as the service states: the request did not name it before.')
    default:
      return ''
  }
}

/** What signed, unless it is a key that a browser made. */
function formatKey({ isPasskey, wallet }: Participant, { t }: Texts): string[] {
  if (wallet !== null) return [t('Signed with the wallet {wallet}.', { wallet })]
  return isPasskey ? [t('Signed with a passkey.')] : []
}

/** Nothing about the content of the files was checked: they are not there. */
function formatAttachments({ attachments = [] }: Participant, { plural }: Texts): string[] {
  if (attachments.length === 0) return []
  return [
    plural(attachments.length, {
      one: 'They attached {count} file, which is separate from this document.',
      other: 'They attached {count} files, which are separate from this document.',
    }),
  ]
}

/** Names an attached file, with the label of its field if there is one. */
function formatAttachment(
  { fileName: name, label }: NonNullable<Participant['attachments']>[number],
  { t }: Texts,
): string {
  const fileName = sanitizeQuotation(name)
  return label === undefined
    ? t('SHA-256 of “{fileName}”', { fileName })
    : t('“{field}”: SHA-256 of “{fileName}”', { field: sanitizeQuotation(label), fileName })
}

function personValues(
  { attachments = [], binding, digest, email, order, role, wallet }: Participant,
  checks: readonly Check[],
  texts: Texts,
): SignatureValue[] {
  const { t } = texts
  return [
    { label: t('E-mail address'), value: sanitizeForDisplay(email, MAX_LENGTH) },
    { label: t('Role'), value: role === 'approver' ? t('Approver') : t('Signer') },
    { label: t('Position in the order'), value: String(order) },
    ...(binding?.isReplacement
      ? [{ label: t('Key'), value: t('Replaced an earlier key of the same person') }]
      : []),
    ...(wallet === null ? [] : [{ label: t('Wallet'), value: wallet, mono: true }]),
    ...attachments.map((attachment) => ({
      label: formatAttachment(attachment, texts),
      value: attachment.fingerprint,
      mono: true,
    })),
    ...checks.map((item) => ({
      label: formatCheckTitle(item.id, texts),
      value: item.outcome === 'passed' ? t('Yes') : sentenceOf(item, texts),
    })),
    { label: t('Statement'), value: digest, mono: true },
  ]
}

function recordValues(
  { record, request, signingRecord }: RequestCheck,
  { t }: Texts,
  zone: Zone,
): SignatureValue[] {
  const anchoredAt = record?.anchoredAt ?? null
  return [
    ...(request
      ? [
          { label: t('Title'), value: sanitizeForDisplay(request.title, MAX_LENGTH) },
          { label: t('Sent by'), value: sanitizeForDisplay(request.workspace, MAX_LENGTH) },
        ]
      : []),
    ...(signingRecord?.documents ?? []).map(({ fingerprint, name }) => ({
      label: t('SHA-256 of “{fileName}” before it was signed', {
        fileName: sanitizeQuotation(name),
      }),
      value: fingerprint,
      mono: true,
    })),
    ...(record ? [{ label: t('Recorded by'), value: sanitizeForDisplay(record.origin) }] : []),
    ...(anchoredAt === null
      ? []
      : [
          {
            label: t('On the blockchain since'),
            value: formatDateTime(anchoredAt, { zone, showZone: true }),
          },
        ]),
  ]
}

/** Formats why a check failed, with the name of the person if it is about a statement that declines. */
export function formatFailure(
  failure: Check | undefined,
  { participants }: RequestCheck,
  texts: Texts,
): string {
  if (!failure) return ''
  const person = participants.find(({ statement }) => statement === failure.statement)
  if (person?.act !== 'decline') return sentenceOf(failure, texts)
  const name = formatDigitalId({ name: person.name })
  const what = texts.t('The statement with which {name} declined is not valid.', { name })
  return [what, sentenceOf(failure, texts)].join(' ')
}

function sentenceOf({ sentence }: Check, texts: Texts): string {
  return sentence === null ? '' : formatSentence(sentence, texts)
}
