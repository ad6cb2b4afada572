/** Creates, reads and consumes mailed secrets. */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Emails } from '@inkproof/messages/messages'
import { newOutboxEntry } from '@inkproof/messages/outbox-entry'
import { PRIORITIES } from '@inkproof/messages/priorities'
import { AppError } from '@inkproof/service-kit/app-error'
import type { TokenKind, TokenModel, TokenRow } from './tokens.model.ts'

export type NewToken = {
  kind: TokenKind
  ownerId: string
  /** Values for the e-mail and the use of the token. Never a secret. */
  data?: Readonly<Record<string, string>>
  ttlMs: number
  /** The recipient's address. */
  mailTo: string
}

export type Tokens = {
  /** Inserts the token together with its outbox entry. */
  create(token: NewToken): Promise<TokenRow>
  /** Returns the secret of a row, for its e-mail. */
  secretOf(row: Pick<TokenRow, 'seed'>): string
  /**
   * Finds a usable token without consuming it, because mail scanners open links.
   *
   * @throws AppError LINK_UNKNOWN, LINK_USED, LINK_EXPIRED
   */
  find(kind: TokenKind, secret: string): Promise<TokenRow>
  /** Consumes the token. Only one of several concurrent calls succeeds. @throws AppError as `find` */
  consume(kind: TokenKind, secret: string): Promise<TokenRow>
  /** Withdraws all open tokens of an owner, or those created up to `until`. */
  withdraw(kind: TokenKind, ownerId: string, until?: Date): Promise<void>
}

export type TokenDeps = {
  model: TokenModel
  key: Buffer
  now: () => Date
  /** Sends the e-mail of a new row without waiting for the sweep. */
  enqueue: Emails<TokenRow>['enqueue']
}

export function createTokens({ model, key, now, enqueue }: TokenDeps): Tokens {
  const secretOf = ({ seed }: Pick<TokenRow, 'seed'>) =>
    createHmac('sha256', key).update(seed).digest('base64url')

  async function find(kind: TokenKind, secret: string): Promise<TokenRow> {
    const row = await model.findById(hashSecret(secret)).lean<TokenRow>()
    if (row?.kind !== kind) throw new AppError('LINK_UNKNOWN')
    if (row.state === 'used') throw new AppError('LINK_USED')
    if (row.state === 'withdrawn' || row.expiresAt <= now()) throw new AppError('LINK_EXPIRED')
    return row
  }

  return {
    secretOf,
    find,
    create: async ({ kind, ownerId, data = {}, ttlMs, mailTo }) => {
      const createdAt = now()
      const seed = randomBytes(24).toString('base64url')
      const priority = kind === 'invitation' ? PRIORITIES.invitation : PRIORITIES.link
      const row: TokenRow = {
        _id: hashSecret(secretOf({ seed })),
        seed,
        kind,
        ownerId,
        data,
        createdAt,
        state: 'open' as const,
        expiresAt: new Date(createdAt.getTime() + ttlMs),
        mail: newOutboxEntry({ template: kind, to: mailTo, now: createdAt, priority }),
      }
      await model.create(row)
      enqueue(row)
      return row
    },
    consume: async (kind, secret) => {
      const row = await find(kind, secret)
      const update = await model.updateOne({ _id: row._id, state: 'open' }, { state: 'used' })
      if (update.modifiedCount === 1) return row
      // It was used or withdrawn meanwhile; reading it again throws the right error.
      await find(kind, secret)
      throw new AppError('LINK_USED')
    },
    withdraw: async (kind, ownerId, until) => {
      const createdUntil = until === undefined ? {} : { createdAt: { $lte: until } }
      await model.updateMany(
        { ownerId, kind, state: 'open', ...createdUntil },
        { state: 'withdrawn' },
      )
    },
  }
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
