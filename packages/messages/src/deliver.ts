import type { Log } from '@inkproof/service-kit/log'
import type { Email } from './compose.ts'
import type { FailureCode } from './failure-codes.ts'
import type { AttemptResult, Outbox } from './outbox.ts'
import type { OutboxRow } from './outbox-entry.model.ts'
import type { EmailRef } from './outbox-entry.ts'
import type { DeliveryResult, SendEmail } from './smtp.ts'

export type DeliverDeps = {
  outbox: Outbox
  compose: (ref: EmailRef, row: OutboxRow) => Promise<Email | undefined>
  send: SendEmail
  now: () => Date
  log: Log
  /** Counts the result of each attempt. */
  count: (result: Attempt['kind']) => void
}

type Attempt = DeliveryResult | { kind: 'dropped'; answer: null }

/** A worker is presumed dead after this time, which is longer than any attempt (smtp.ts). */
const LEASE_MS = 60_000
const FIRST_RETRY_DELAY_MS = 5_000
const MAX_RETRY_DELAY_MS = 2 * 60 * 60 * 1_000
/** With these delays, delivery attempts end after about a day. */
const MAX_ATTEMPTS = 22

/**
 * Makes one attempt to send an e-mail if it is due and no other worker has claimed it.
 *
 * At-least-once delivery: if the process crashes after the mail server accepts the e-mail and before the result is
 * stored, the e-mail is sent again with the same Message-ID.
 */
export async function deliver(deps: DeliverDeps, ref: EmailRef): Promise<void> {
  const row = await deps.outbox.find(ref)
  const now = deps.now()
  if (row?.mail?.state !== 'due' || row.mail.dueAt > now) return
  const until = new Date(now.getTime() + LEASE_MS)
  if (!(await deps.outbox.claim(ref, row.mail, until))) return
  const attempt = await attemptOnce(deps, ref, row)
  deps.count(attempt.kind)
  await deps.outbox.finish(ref, toResult(attempt, row.mail.tries + 1, deps.now()))
}

async function attemptOnce(
  { compose, send, log }: DeliverDeps,
  ref: EmailRef,
  row: OutboxRow,
): Promise<Attempt> {
  try {
    const email = await compose(ref, row)
    return email ? await send(email) : { kind: 'dropped', answer: null }
  } catch (error) {
    log.error({ err: error, mail: ref }, 'an e-mail could not be composed')
    return { kind: 'later', answer: 'not-composed' satisfies FailureCode }
  }
}

function toResult({ kind, answer }: Attempt, tries: number, now: Date): AttemptResult {
  if (kind === 'sent') return { state: 'sent', sentAt: now, answer }
  if (kind === 'dropped') return { state: 'dropped' }
  if (kind === 'refused' || tries >= MAX_ATTEMPTS) return { state: 'refused', answer }
  return { dueAt: new Date(now.getTime() + retryDelayAfter(tries)), answer }
}

/** Returns the delay after the given number of attempts, in milliseconds: 5 s, 10 s, 20 s and so on up to two hours. */
export function retryDelayAfter(tries: number): number {
  return Math.min(FIRST_RETRY_DELAY_MS * 2 ** (tries - 1), MAX_RETRY_DELAY_MS)
}
