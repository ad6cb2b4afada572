/** Converts rows to what the lists of pending requests return. */
import {
  MAX_PENDING_PEOPLE,
  type OthersPending,
  type OwnPending,
} from '@inkproof/protocol/pending-requests'
import { expiryOf } from '../envelopes/answer-times.ts'
import { REPLACING } from '../envelopes/present.ts'
import { hasTurn, isActive, mustAct } from '../envelopes/turns.ts'
import type { PendingRecipient, PendingRow } from './pending-store.ts'
import type { Person } from './person.ts'

export function toOwnPending(row: PendingRow, person: Person): OwnPending[] {
  const own = row.recipients.find(
    (recipient) => isPlaceOf(row, recipient, person) && isWaiting(row, recipient),
  )
  if (!own) return []
  return [
    {
      ...common(row),
      expiresAt: (own.answerBy ?? row.request.expiresAt).toISOString(),
      recipient: own.id,
      role: own.role,
      sender: row.request.sender,
      since: turnSince(row, own).toISOString(),
      hasLink: own.linkId !== null,
    },
  ]
}

export function toOthersPending(row: PendingRow): OthersPending {
  const people = row.recipients.filter(
    (recipient) => mustAct(recipient) && isWaiting(row, recipient),
  )
  return {
    ...common(row),
    expiresAt: expiryOf(row.recipients, row.request).toISOString(),
    people: people.slice(0, MAX_PENDING_PEOPLE).map((recipient) => ({
      id: recipient.id,
      name: recipient.name,
      since: turnSince(row, recipient).toISOString(),
      hasLink: recipient.linkId !== null,
    })),
    morePeople: Math.max(0, people.length - MAX_PENDING_PEOPLE),
  }
}

function common({ _id, title }: PendingRow) {
  return { id: _id, title }
}

/** Whether it is the recipient's turn, and they have not signed, approved or, as a viewer, opened the document. */
function isWaiting({ recipients }: PendingRow, recipient: PendingRecipient): boolean {
  const hasActed = mustAct(recipient) ? recipient.statement : recipient.openedAt
  return isActive(recipient) && !hasActed && hasTurn(recipients, recipient)
}

function isPlaceOf(
  { workspaceId }: Pick<PendingRow, 'workspaceId'>,
  { accountId, email, linkId }: PendingRecipient,
  person: Person,
): boolean {
  if (linkId !== null) return email === person.address
  return accountId !== null && accountId === person.accountId && workspaceId === person.workspaceId
}

/** When the last of those before them acted, or they took a place by a hand-over or a correction; otherwise, when signing started. */
function turnSince(
  { recipients, request, steps }: PendingRow,
  { id, order }: PendingRecipient,
): Date {
  const before = recipients.filter((one) => isActive(one) && mustAct(one) && one.order < order)
  const acted = before.flatMap(({ statement }) => statement?.signedAt ?? [])
  const from = recipients.find(({ handedOverTo }) => handedOverTo === id)
  const taken = steps.filter(
    ({ recipient, type }) => REPLACING.includes(type) && recipient === from?.id,
  )
  const times = [request.startedAt, ...acted, ...taken.map(({ at }) => at)]
  return new Date(Math.max(...times.map((time) => time.getTime())))
}
