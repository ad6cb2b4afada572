import type { Log } from '@inkproof/service-kit/log'
import type { MailRef } from '../mail-field/due-mail.ts'
import type { Mail } from './compose.ts'
import type { Outbox, OutboxRow } from './outbox.ts'
import type { Outcome, Send } from './smtp.ts'

export type DeliverDeps = {
  outbox: Outbox
  compose: (row: OutboxRow) => Promise<Mail | undefined>
  send: Send
  now: () => Date
  log: Log
  /** Counts what came of each try. */
  count: (outcome: Outcome['kind'] | 'dropped') => void
}

/** A worker that died is taken to be dead after this; longer than any try lasts (smtp.ts). */
const LEASE_MS = 60_000
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 2 * 60 * 60 * 1_000
/** With the pauses above: given up after a day. */
const MOST_TRIES = 22

/**
 * Makes one try at a mail, if it is due and nobody else has it.
 *
 * A crash after the server has taken it and before that is written down sends it again: at least once,
 * under the same Message-ID.
 */
export async function deliver(deps: DeliverDeps, ref: MailRef): Promise<void> {
  const row = await deps.outbox.find(ref)
  const now = deps.now()
  if (row?.mail.state !== 'due' || row.mail.dueAt > now) return
  const until = new Date(now.getTime() + LEASE_MS)
  if (!(await deps.outbox.claim(ref, row.mail, until))) return
  const outcome = await attempt(deps, row)
  deps.count(outcome.kind)
  await deps.outbox.settle(ref, toChange(outcome, row.mail.tries + 1, deps.now()))
}

type Attempt = Outcome | { kind: 'dropped'; answer: null }

async function attempt({ compose, send, log }: DeliverDeps, row: OutboxRow): Promise<Attempt> {
  try {
    const mail = await compose(row)
    return mail ? await send(mail) : { kind: 'dropped', answer: null }
  } catch (error) {
    log.error({ err: error, mail: row.ref }, 'a mail could not be written')
    return { kind: 'later', answer: 'It could not be written.' }
  }
}

function toChange({ kind, answer }: Attempt, tries: number, now: Date) {
  if (kind === 'sent') return { state: 'sent' as const, sentAt: now, answer }
  if (kind === 'dropped') return { state: 'dropped' as const }
  if (kind === 'refused' || tries >= MOST_TRIES) return { state: 'refused' as const, answer }
  return { dueAt: new Date(now.getTime() + pauseAfter(tries)), answer }
}

/** 5 s, 10 s, 20 s and so on up to two hours: {@link MOST_TRIES} of them make a day. */
export function pauseAfter(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS)
}
