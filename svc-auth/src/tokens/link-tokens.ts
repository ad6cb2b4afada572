import { TOKEN_KINDS, type TokenKind, type TokenModel, type TokenRow } from './tokens.model.ts'

/** Mailed secrets as rows: what an owner has of them, and their end. */
export type LinkTokens = {
  /** The open tokens of an owner that have not expired, newest first. */
  open(ownerId: string, kind: TokenKind, limit: number): Promise<TokenRow[]>
  /** The newest open token of an owner that has not expired, and fits. */
  newest(
    ownerId: string,
    kind: TokenKind,
    fits?: (token: TokenRow) => boolean,
  ): Promise<TokenRow | undefined>
  /** Undo links that can no longer be used and hold an address. */
  expiredUndos(limit: number): Promise<TokenRow[]>
  /** Everything an owner was mailed a secret for, newest first. */
  allOf(ownerId: string, limit: number): Promise<TokenRow[]>
  /** Marks an open token as over. */
  end(tokenId: string): Promise<void>
  removeAllOf(ownerId: string): Promise<void>
  /** Forgets what ended long ago, with the addresses in it; such links are unknown from then on. */
  forget(before: Date): Promise<void>
}

/** Limits keep an account from ever having as many. */
const MOST_LOOKED_AT = 200

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
      (await open(ownerId, kind, MOST_LOOKED_AT)).find(fits),
    allOf: (ownerId, limit) =>
      tokens.find({ ownerId }).sort({ createdAt: -1 }).limit(limit).lean<TokenRow[]>(),
    removeAllOf: async (ownerId) => void (await tokens.deleteMany({ ownerId })),
    forget: async (before) => {
      for (const kind of TOKEN_KINDS) await tokens.deleteMany({ kind, expiresAt: { $lt: before } })
    },
    expiredUndos: (limit) =>
      tokens
        .find({ kind: 'undo-email', expiresAt: { $lte: now() }, state: 'open' })
        .limit(limit)
        .lean<TokenRow[]>(),
    end: async (tokenId) => {
      await tokens.updateOne({ _id: tokenId, state: 'open' }, { state: 'withdrawn' })
    },
  }
}
