/** Creates the rows of e-mails. */
import { newOutboxEntry } from '@inkproof/messages/outbox-entry'
import { PRIORITIES, type Priority } from '@inkproof/messages/priorities'
import { LANGUAGES } from '@inkproof/texts/texts-for'
import { epochOf } from '../envelopes/actor.ts'
import type { EnvelopeRow, RecipientRow, RequestRow } from '../envelopes/envelopes.model.ts'
import type { MailKind, SigningMailRow } from './signing-mails.model.ts'

/** A request whose signing has started. */
export type StartedRow = EnvelopeRow & { request: RequestRow }

type MailToRecipient = {
  kind: MailKind
  /** Tells several e-mails of a kind to one person apart. */
  number: number | string
  now: Date
  values?: Record<string, string>
  code?: SigningMailRow['code']
  /** By default until when the recipient can act; in e-mails to the sender, when the request expires. */
  expiresAt?: Date
}

const RANKS: Readonly<Record<MailKind, Priority>> = {
  code: PRIORITIES.link,
  invitation: PRIORITIES.invitation,
  reminder: PRIORITIES.invitation,
  extended: PRIORITIES.invitation,
  completed: PRIORITIES.notice,
  declined: PRIORITIES.notice,
  voided: PRIORITIES.notice,
  expired: PRIORITIES.notice,
  'handed-over': PRIORITIES.notice,
  // Somebody waits for them.
  'key-waiting': PRIORITIES.invitation,
  'key-released': PRIORITIES.invitation,
}

/** Creates an e-mail to the holder of a link; it contains the link, except for codes. */
export function mailToRecipient(
  row: StartedRow,
  recipient: RecipientRow & { linkId: string },
  { code = null, expiresAt, kind, number, now, values = {} }: MailToRecipient,
): SigningMailRow {
  const { email: address, id, linkId, name, role } = recipient
  const shown = {
    ...commonValues(row),
    name,
    role,
    accessCode: recipient.accessCode ? '1' : '',
    message: row.request.message,
  }
  return {
    ...common(row, kind, now),
    expiresAt: expiresAt ?? recipient.answerBy ?? row.request.expiresAt,
    _id: `${row._id}.${id}.${kind}.${number}`,
    recipientId: id,
    accountId: null,
    values: { ...shown, ...values },
    link: kind === 'code' ? null : { linkId, address, epoch: epochOf(recipient) },
    code,
    mail: entry(row, kind, address, now),
  }
}

/**
 * Creates an e-mail to the person who sent the request. `about`: the recipient it is about; `number` tells several e-mails of
 * a kind about one recipient apart.
 */
export function mailToSender(
  row: StartedRow,
  to: string,
  {
    about,
    expiresAt,
    kind,
    now,
    number,
    values = {},
  }: Omit<MailToRecipient, 'number'> & { about?: string; number?: string },
): SigningMailRow {
  return {
    ...common(row, kind, now),
    ...(expiresAt && { expiresAt }),
    _id: [row._id, 'sender', kind, about ?? 1, ...(number === undefined ? [] : [number])].join('.'),
    recipientId: about ?? null,
    accountId: row.accountId,
    values: { ...commonValues(row), ...values },
    link: null,
    code: null,
    mail: entry(row, kind, to, now),
  }
}

function common({ _id, request, workspaceId }: StartedRow, kind: MailKind, createdAt: Date) {
  return { workspaceId, envelopeId: _id, kind, createdAt, expiresAt: request.expiresAt }
}

function commonValues({ request, title }: StartedRow): Record<string, string> {
  return { sender: request.sender, title }
}

function entry({ request }: StartedRow, kind: MailKind, to: string, now: Date) {
  const language = LANGUAGES.includes(request.language) ? request.language : 'en'
  return newOutboxEntry({ template: kind, to, now, language, priority: RANKS[kind] })
}
