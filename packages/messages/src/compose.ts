import { createHash } from 'node:crypto'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { EventRow } from '../events/events.model.ts'
import type { MailRef } from '../mail-field/due-mail.ts'
import type { TokenRow } from '../tokens/tokens.model.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { holderOf } from '../ways/holder-of.ts'
import { eventLetter } from './event-letters.ts'
import { isMailedKind } from './event-words.ts'
import type { Letter } from './letter.ts'
import { letterHtml } from './letter-html.ts'
import { letterText } from './letter-text.ts'
import type { OutboxRow } from './outbox.ts'
import { tokenLetter } from './token-letters.ts'

/** A mail as the mail server takes it. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** One for each row, so that a mail sent twice is seen to be the same one. */
  messageId: string
  date: Date
}

export type ComposeDeps = {
  accounts: Pick<AccountStore, 'find' | 'findIdentity'>
  tokens: Pick<Tokens, 'secretOf'>
  now: () => Date
  /** PUBLIC_ORIGIN: links are made of it and never of what a request says. */
  origin: string
  /** The part of a Message-ID behind the @. */
  host: string
}

/** The mail of a row; undefined where there is nobody to tell, or nothing left to tell of. */
export async function compose(deps: ComposeDeps, row: OutboxRow): Promise<Mail | undefined> {
  const written = 'event' in row ? ofEvent(deps, row.event) : await ofToken(deps, row.token)
  if (!written) return undefined
  const { to, date, letter } = written
  return {
    to,
    date,
    subject: letter.subject,
    messageId: messageIdOf(row.ref, deps.host),
    text: letterText(letter, deps.origin),
    html: letterHtml(letter, deps.origin),
  }
}

type Written = { to: string; date: Date; letter: Letter }

function ofEvent({ origin }: ComposeDeps, event: EventRow): Written | undefined {
  const { kind, at, data, mail } = event
  return mail && isMailedKind(kind)
    ? { to: mail.to, date: at, letter: eventLetter(kind, { at, data, origin }) }
    : undefined
}

async function ofToken(deps: ComposeDeps, token: TokenRow): Promise<Written | undefined> {
  const { kind, state, createdAt: date, expiresAt, mail } = token
  if (state !== 'open' || expiresAt <= deps.now()) return undefined
  const to = kind === 'reset' ? (await ownerOf(deps, token))?.email : mail?.to
  if (!to) return undefined
  const { origin } = deps
  return {
    to,
    date,
    letter: tokenLetter(kind, { ...token, origin, secret: deps.tokens.secretOf(token) }),
  }
}

/**
 * The account a reset was asked for, found out here and not while the asking person waits: the call takes
 * the same time whether there is one. The mail goes to the address as the account has it.
 */
function ownerOf({ accounts }: ComposeDeps, token: TokenRow): Promise<AccountRow | undefined> {
  return holderOf(accounts, token.ownerId)
}

function messageIdOf({ collection, id }: MailRef, host: string): string {
  const digest = createHash('sha256').update(`${collection}.${id}`).digest('base64url')
  return `<${digest.slice(0, 32)}@${host}>`
}
