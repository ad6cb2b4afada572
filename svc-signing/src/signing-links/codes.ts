/** Codes that are mailed to recipients: each works once, for ten minutes, and only for the key it was requested for. */
import { AppError } from '@inkproof/service-kit/app-error'
import type { EnvelopeStore } from '../envelopes/envelope-store.ts'
import type { CodeRow } from '../envelopes/envelopes.model.ts'
import type { LinkSecrets } from '../link-secrets/link-secrets.ts'
import type { MailStore } from '../mails/mail-store.ts'
import { mailToRecipient } from '../mails/new-mail.ts'
import type { LinkCaller } from './authorize.ts'

export type CodesDeps = {
  envelopes: Pick<EnvelopeStore, 'change'>
  linkSecrets: Pick<LinkSecrets, 'newNonce' | 'isCodeOf'>
  mails: Pick<MailStore, 'insert'>
  now: () => Date
}

/** A code that was mailed, and when another one can be requested. */
export type SentCode = { expiresAt: Date; nextAt: Date }

const VALID_MS = 10 * 60 * 1_000
const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS
const MIN_INTERVAL_MS = 60 * 1_000
const MAX_PER_HOUR = 5
/** So that neither guesses nor e-mails add up in the weeks that a request can be open. */
const MAX_PER_DAY = 10
/** Each confirmed key and each hand-over is an entry of the record, and evidence has a limited number of steps. */
const MAX_STEPS_PER_RECIPIENT = 60
const MAX_WRONG = 5

/**
 * Mails a code, which replaces the one before. The same request within a minute mails no second code.
 *
 * @param thumbprint of the key, hex
 * @throws AppError SIGNING_CODES_USED_UP
 */
export async function sendCode(
  deps: CodesDeps,
  caller: LinkCaller,
  thumbprint: string,
): Promise<SentCode> {
  const now = deps.now()
  const { index, recipient, row } = caller
  const recent = recipient.codesAt.filter((at) => now.getTime() - at.getTime() < DAY_MS)
  const lastAt = recent.at(-1)
  // A code that was used up does not delay the next one.
  if (lastAt && recipient.code && now.getTime() - lastAt.getTime() < MIN_INTERVAL_MS) {
    const { code } = recipient
    if (code?.thumbprint !== thumbprint || code.wrong >= MAX_WRONG)
      throw new AppError('SIGNING_CODES_USED_UP')
    await mailCode(deps, caller, code, lastAt)
    return { expiresAt: code.expiresAt, nextAt: nextAfter(recent, now) }
  }
  if (isUsedUp(recent, now) || countSteps(caller) >= MAX_STEPS_PER_RECIPIENT)
    throw new AppError('SIGNING_CODES_USED_UP')
  const code: CodeRow = {
    nonce: deps.linkSecrets.newNonce(),
    thumbprint,
    expiresAt: new Date(now.getTime() + VALID_MS),
    wrong: 0,
  }
  const path = `recipients.${index}`
  // Of two requests at the same time, one mails a code.
  const isUnchanged = { state: row.state, [`${path}.codesAt`]: recipient.codesAt }
  const codesAt = [...recent, now]
  const changed = await deps.envelopes.change(row._id, isUnchanged, {
    $set: { [`${path}.code`]: code, [`${path}.codesAt`]: codesAt },
  })
  if (!changed) throw new AppError('SIGNING_CODES_USED_UP')
  await mailCode(deps, caller, code, now)
  return { expiresAt: code.expiresAt, nextAt: nextAfter(codesAt, now) }
}

/**
 * Checks a code. Only wrong codes count as attempts. The action that the code permits removes it (bind-key, hand-over).
 *
 * @throws AppError SIGNING_CODE_WRONG
 */
export async function checkCode(
  { envelopes, linkSecrets, now }: CodesDeps,
  { index, recipient, row }: LinkCaller,
  { code: entered, thumbprint }: { code: string; thumbprint: string },
): Promise<void> {
  const { code, id: recipientId } = recipient
  if (!code || code.thumbprint !== thumbprint || code.expiresAt <= now())
    throw new AppError('SIGNING_CODE_WRONG')
  const { nonce } = code
  const path = `recipients.${index}.code`
  const isSame = { [`${path}.nonce`]: nonce }
  // The attempt counts before the code is compared, so that attempts at the same time are limited too.
  const isOpen = { ...isSame, [`${path}.wrong`]: { $lt: MAX_WRONG } }
  const counted = await envelopes.change(row._id, isOpen, { $inc: { [`${path}.wrong`]: 1 } })
  const subject = { nonce, envelopeId: row._id, recipientId, thumbprint }
  if (!counted || !linkSecrets.isCodeOf(entered, subject)) throw new AppError('SIGNING_CODE_WRONG')
  await envelopes.change(row._id, isSame, { $inc: { [`${path}.wrong`]: -1 } })
}

async function mailCode(
  { mails }: CodesDeps,
  { recipient, row }: LinkCaller,
  { expiresAt, nonce, thumbprint }: CodeRow,
  now: Date,
): Promise<void> {
  const { linkId } = recipient
  if (linkId === null) throw new Error('a recipient with a link has none')
  const code = { nonce, thumbprint }
  await mails.insert(
    mailToRecipient(
      row,
      { ...recipient, linkId },
      { kind: 'code', number: nonce, now, code, expiresAt },
    ),
  )
}

/** @param codesAt when codes were mailed in the last day, oldest first */
function isUsedUp(codesAt: readonly Date[], now: Date): boolean {
  return nextByAmount(codesAt) > now.getTime()
}

/** @param codesAt as for {@link isUsedUp} */
function nextAfter(codesAt: readonly Date[], now: Date): Date {
  const last = codesAt.at(-1) ?? now
  return new Date(Math.max(last.getTime() + MIN_INTERVAL_MS, nextByAmount(codesAt)))
}

/** When the hour and the day contain fewer codes than are allowed; 0 if they do already. */
function nextByAmount(codesAt: readonly Date[]): number {
  const hour = codesAt.at(-MAX_PER_HOUR)
  const day = codesAt.at(-MAX_PER_DAY)
  return Math.max(hour ? hour.getTime() + HOUR_MS : 0, day ? day.getTime() + DAY_MS : 0)
}

/** The steps of this person, and of those who handed over to them. */
function countSteps({ recipient: { original }, row }: LinkCaller): number {
  const people = row.recipients.filter((item) => item.original === original).map(({ id }) => id)
  return row.steps.filter(({ recipient }) => recipient !== null && people.includes(recipient))
    .length
}
