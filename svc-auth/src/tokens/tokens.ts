/** Creates, reads and consumes mailed secrets. */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Emails } from '@inkproof/messages/messages'
import { newOutboxEntry } from '@inkproof/messages/outbox-entry'
import { PRIORITIES } from '@inkproof/messages/priorities'
import { AppError } from '@inkproof/service-kit/app-error'
import { isDuplicateKey } from '@inkproof/service-kit/mongo'
import type { TokenKind, TokenModel, TokenRow } from './tokens.model.ts'

export type NewToken = {
  kind: TokenKind
  ownerId: string
  /** Values for the e-mail and the use of the token. Never a secret. */
  data?: Readonly<Record<string, string>>
  ttlMs: number
  /** The recipient's address. */
  mailTo: string
  /** If given, a token of this kind with the same cause is created and mailed only once. */
  cause?: string | undefined
}

export type Tokens = {
  /** Inserts a token and its outbox entry, or returns the existing token of the same kind and cause. */
  create(token: NewToken): Promise<TokenRow>
  /** Returns the token that was created with a cause, in any state. */
  findByCause(kind: TokenKind, cause: string): Promise<TokenRow | undefined>
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
  /** Withdraws an owner's open tokens of one kind: all, or those created up to `until`. */
  withdraw(kind: TokenKind, ownerId: string, until?: Date): Promise<void>
  /** Withdraws the owner's other open tokens of the same kind that were created before this one. */
  withdrawEarlier(row: TokenRow): Promise<void>
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

  const findById = async (id: string) => (await model.findById(id).lean<TokenRow>()) ?? undefined

  return {
    secretOf,
    find,
    findByCause: (kind, cause) => findById(hashSecret(secretOf({ seed: seedOf(kind, cause) }))),
    create: async (token) => {
      const seed = seedOf(token.kind, token.cause ?? randomBytes(24).toString('base64url'))
      const row = newRow(token, { _id: hashSecret(secretOf({ seed })), seed, createdAt: now() })
      const existing = await model.create(row).then(
        () => undefined,
        (error: unknown) => {
          if (!isDuplicateKey(error)) throw error
          return findById(row._id)
        },
      )
      enqueue(existing ?? row)
      return existing ?? row
    },
    consume: async (kind, secret) => {
      const row = await find(kind, secret)
      const update = await model.updateOne({ _id: row._id, state: 'open' }, { state: 'used' })
      if (update.modifiedCount === 1) return row
      // The token has been used or withdrawn in the meantime; finding it again throws the right error.
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
    withdrawEarlier: async ({ _id, ownerId, kind, createdAt }) => {
      const others = { ownerId, kind, state: 'open', _id: { $ne: _id } } as const
      await model.updateMany({ ...others, createdAt: { $lte: createdAt } }, { state: 'withdrawn' })
    },
  }
}

function newRow(
  { kind, ownerId, data = {}, ttlMs, mailTo: to }: NewToken,
  fields: Pick<TokenRow, '_id' | 'seed' | 'createdAt'>,
): TokenRow {
  const { createdAt } = fields
  const priority = kind === 'invitation' ? PRIORITIES.invitation : PRIORITIES.link
  const mail = newOutboxEntry({ template: kind, to, now: createdAt, priority })
  const expiresAt = new Date(createdAt.getTime() + ttlMs)
  return { ...fields, kind, ownerId, data, state: 'open', expiresAt, mail }
}

/** Contains the kind, so that two kinds of tokens with the same cause have different secrets. */
function seedOf(kind: TokenKind, cause: string): string {
  return `${kind}.${cause}`
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
