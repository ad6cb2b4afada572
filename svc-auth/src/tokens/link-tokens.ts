import { TOKEN_KINDS, type TokenKind, type TokenModel, type TokenRow } from './tokens.model.ts'

/** Queries and bulk changes of mailed tokens. */
export type LinkTokens = {
  /** Returns the open, unexpired tokens of an owner, newest first. */
  findOpen(ownerId: string, kind: TokenKind, limit: number): Promise<TokenRow[]>
  /** Returns the newest open, unexpired token of an owner that matches. */
  findNewest(
    ownerId: string,
    kind: TokenKind,
    matches?: (token: TokenRow) => boolean,
  ): Promise<TokenRow | undefined>
  /** Returns expired undo links that still reserve an address. */
  expiredUndos(limit: number): Promise<TokenRow[]>
  /** Returns all tokens mailed for an owner, newest first. */
  findAll(ownerId: string, limit: number): Promise<TokenRow[]>
  /** Withdraws an open token. */
  withdraw(tokenId: string): Promise<void>
  removeAllOf(ownerId: string): Promise<void>
  /** Deletes tokens that expired before a date, including the addresses in them; such links are then unknown. */
  deleteExpired(before: Date): Promise<void>
}

/** More than the rate limits allow for one owner. */
const MAX_CANDIDATES = 200

export function createLinkTokens(tokens: TokenModel, now: () => Date): LinkTokens {
  const findOpen: LinkTokens['findOpen'] = async (ownerId, kind, limit) => {
    const rows = await tokens
      .find({ ownerId, kind, state: 'open', expiresAt: { $gt: now() } })
      .limit(limit)
      .lean<TokenRow[]>()
    return rows.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  }

  return {
    findOpen,
    findNewest: async (ownerId, kind, matches = () => true) =>
      (await findOpen(ownerId, kind, MAX_CANDIDATES)).find(matches),
    findAll: (ownerId, limit) =>
      tokens.find({ ownerId }).sort({ createdAt: -1 }).limit(limit).lean<TokenRow[]>(),
    removeAllOf: async (ownerId) => void (await tokens.deleteMany({ ownerId })),
    deleteExpired: async (before) => {
      for (const kind of TOKEN_KINDS) await tokens.deleteMany({ kind, expiresAt: { $lt: before } })
    },
    expiredUndos: (limit) =>
      tokens
        .find({ kind: 'undo-email', expiresAt: { $lte: now() }, state: 'open' })
        .limit(limit)
        .lean<TokenRow[]>(),
    withdraw: async (tokenId) => {
      await tokens.updateOne({ _id: tokenId, state: 'open' }, { state: 'withdrawn' })
    },
  }
}
