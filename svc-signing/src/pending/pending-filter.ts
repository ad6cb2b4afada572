/**
 * Which requests wait for a person, and which for others. An index finds the open requests of an address or of a workspace;
 * whose turn it is follows from the found rows.
 */
import type { EnvelopeFilter } from '../envelopes/envelopes.model.ts'
import { IS_OPEN, lowestOrder, VISIBLE } from '../envelopes/list-filter.ts'
import type { Person } from './person.ts'

/** Finds the requests that wait for a person; undefined if none can. */
export function waitsForPerson(person: Person, now: Date): EnvelopeFilter | undefined {
  const { accountId, address, workspaceId } = person
  const places = [
    ...(address === null ? [] : [{ 'recipients.email': { $eq: address } }]),
    ...(accountId === null
      ? []
      : [{ workspaceId: { $eq: workspaceId }, 'recipients.accountId': { $eq: accountId } }]),
  ]
  if (places.length === 0) return undefined
  const isWaiting = { $or: [IS_OPEN, IS_UNREAD] }
  return { ...openAt(now), $or: places, $expr: isTurnOf(person, isWaiting) }
}

/** Finds the requests of the workspace in which only others can sign or approve. */
export function waitsForOthers(person: Person, now: Date): EnvelopeFilter {
  const { workspaceId } = person
  const isOwnTurn = isTurnOf(person, IS_OPEN)
  return { ...openAt(now), workspaceId: { $eq: workspaceId }, $expr: { $not: [isOwnTurn] } }
}

/** The job ends requests some time after their expiry, or after the time of a recipient (answer-times.ts). */
function openAt(now: Date) {
  const late = { answerBy: { $lte: now }, statement: null, handedOverTo: null }
  return {
    ...VISIBLE,
    state: 'signing',
    'request.expiresAt': { $gt: now },
    recipients: { $not: { $elemMatch: late } },
  } as const
}

/** A viewer who has not opened the document. */
const IS_UNREAD = {
  $and: [
    { $eq: ['$$one.role', 'viewer'] },
    { $eq: ['$$one.handedOverTo', null] },
    { $eq: ['$$one.openedAt', null] },
  ],
}

/**
 * Whether nobody has to act before a place of the person that meets the condition. A person without such a place has null as
 * lowest order, which is less than any number.
 */
function isTurnOf(person: Person, cond: object) {
  const own = lowestOrder({ $and: [isPlaceOf(person), cond] })
  return { $and: [{ $gte: [own, 1] }, { $lte: [own, lowestOrder(IS_OPEN)] }] }
}

/** Uses literals, so that no address or ID is read as the path of a field. */
function isPlaceOf({ accountId, address, workspaceId }: Person) {
  const byLink = [{ $eq: ['$$one.email', { $literal: address }] }, { $ne: ['$$one.linkId', null] }]
  const inSession = [
    { $eq: ['$workspaceId', { $literal: workspaceId }] },
    { $eq: ['$$one.accountId', { $literal: accountId }] },
  ]
  return {
    $or: [
      false,
      ...(address === null ? [] : [{ $and: byLink }]),
      ...(accountId === null ? [] : [{ $and: inSession }]),
    ],
  }
}
