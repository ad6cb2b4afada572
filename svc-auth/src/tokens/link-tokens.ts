import { TOKEN_KINDS, type TokenKind, type TokenModel, type TokenRow } from './tokens.model.ts'

/** Queries and bulk changes of mailed tokens. */
export type LinkTokens = {
  /** The open, unexpired tokens of an owner, newest first. */
  open(ownerId: string, kind: TokenKind, limit: number): Promise<TokenRow[]>
  /** The newest open, unexpired token of an owner that matches. */
  newest(
    ownerId: string,
    kind: TokenKind,
    fits?: (token: TokenRow) => boolean,
  ): Promise<TokenRow | undefined>
  /** Expired undo links that still reserve an address. */
  expiredUndos(limit: number): Promise<TokenRow[]>
  /** All tokens mailed for an owner, newest first. */
  allOf(ownerId: string, limit: number): Promise<TokenRow[]>
  /** Withdraws an open token. */
  withdraw(tokenId: string): Promise<void>
  removeAllOf(ownerId: string): Promise<void>
  /** Deletes tokens that expired before a date, including the addresses in them; such links are then unknown. */
  deleteExpired(before: Date): Promise<void>
}

/** More than the limits allow an account to have. */
const MAX_CANDIDATES = 200

export function linkTokens(tokens: TokenModel, now: () => Date): LinkTokens {
  const open: LinkTokens['open'] = async (ownerId, kind, limit) => {
    const rows = await tokens
      .find({ ownerId, kind, state: 'open', expiresAt: { $gt: now() } })
      .limit(limit)
      .lean<TokenRow[]>()
    return rows.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  }

  return {
    open,
    newest: async (ownerId, kind, fits = () => true) =>
      (await open(ownerId, kind, MAX_CANDIDATES)).find(fits),
    allOf: (ownerId, limit) =>
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
