import { TOKEN_KINDS, type TokenKind, type TokenModel, type TokenRow } from './tokens.model.ts'

/** Queries and bulk changes of mailed tokens. */
export type LinkTokens = {
  /** Returns up to `limit` open, unexpired tokens of an owner, newest first. */
  findOpen(ownerId: string, kind: TokenKind, limit: number): Promise<TokenRow[]>
  /** Returns the newest open, unexpired token of an owner for which `matches` returns true. */
  findNewest(
    ownerId: string,
    kind: TokenKind,
    matches?: (token: TokenRow) => boolean,
  ): Promise<TokenRow | undefined>
  /** Returns expired undo links that still reserve an address. */
  findExpiredUndos(limit: number): Promise<TokenRow[]>
  /** Returns the newest `limit` tokens of these owners in any state, newest first. */
  findAll(ownerIds: readonly string[], limit: number): Promise<TokenRow[]>
  /** Withdraws an open token. */
  withdraw(tokenId: string): Promise<void>
  /** Deletes all tokens of an owner, or those created up to `until`. */
  removeAllOf(ownerId: string, until?: Date): Promise<void>
  /** Deletes tokens that expired before a date. Their links are then rejected as unknown instead of expired. */
  deleteExpired(before: Date): Promise<void>
}

/** More than the rate limits allow for one owner. */
const MAX_CANDIDATES = 200

export function createLinkTokens(tokens: TokenModel, now: () => Date): LinkTokens {
  const findOpen: LinkTokens['findOpen'] = async (ownerId, kind, limit) => {
    return await tokens
      .find({ ownerId, kind, state: 'open', expiresAt: { $gt: now() } })
      .sort({ createdAt: -1 })
      .limit(limit)
      .lean<TokenRow[]>()
  }

  return {
    findOpen,
    findNewest: async (ownerId, kind, matches = () => true) =>
      (await findOpen(ownerId, kind, MAX_CANDIDATES)).find(matches),
    findAll: (ownerIds, limit) =>
      tokens
        .find({ ownerId: { $in: [...ownerIds] } })
        .sort({ createdAt: -1 })
        .limit(limit)
        .lean<TokenRow[]>(),
    removeAllOf: async (ownerId, until) => {
      const createdUntil = until === undefined ? {} : { createdAt: { $lte: until } }
      await tokens.deleteMany({ ownerId, ...createdUntil })
    },
    deleteExpired: async (before) => {
      for (const kind of TOKEN_KINDS) await tokens.deleteMany({ kind, expiresAt: { $lt: before } })
    },
    findExpiredUndos: (limit) =>
      tokens
        .find({ kind: 'undo-email', expiresAt: { $lte: now() }, state: 'open' })
        .limit(limit)
        .lean<TokenRow[]>(),
    withdraw: async (tokenId) => {
      await tokens.updateOne({ _id: tokenId, state: 'open' }, { state: 'withdrawn' })
    },
  }
}
