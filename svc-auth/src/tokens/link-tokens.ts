import { TOKEN_KINDS, type TokenKind, type TokenModel, type TokenRow } from './tokens.model.ts'

export type LinkTokens = {
  /** The newest open token of an owner that has not expired, and fits. */
  newest(
    ownerId: string,
    kind: TokenKind,
    fits?: (token: TokenRow) => boolean,
  ): Promise<TokenRow | undefined>
  /** Undo links that can no longer be used and hold an address. */
  expiredUndos(limit: number): Promise<TokenRow[]>
  /** Marks an open token as over. */
  end(tokenId: string): Promise<void>
  /** Forgets what ended long ago, with the addresses in it; such links are unknown from then on. */
  forget(before: Date): Promise<void>
}

/** Limits keep an account from ever having as many. */
const MOST_LOOKED_AT = 200

export function linkTokens(tokens: TokenModel, now: () => Date): LinkTokens {
  return {
    newest: async (ownerId, kind, fits = () => true) => {
      const rows = await tokens
        .find({ ownerId, kind, state: 'open', expiresAt: { $gt: now() } })
        .limit(MOST_LOOKED_AT)
        .lean<TokenRow[]>()
      return rows.filter(fits).sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0]
    },
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
