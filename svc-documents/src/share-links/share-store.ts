/** Database queries for share links. */

import { insertMissing } from '@inkproof/service-kit/insert-many'
import { hashShareLink } from './share-link.ts'
import type { ShareRow, Shares } from './shares.model.ts'

export type ShareClaim = { shareLink: string; certificateId: string; leafHash: string }

export type ShareStore = {
  /** Activates each link for its entry. Idempotent. Returns the IDs already claimed by another entry. */
  claim(claims: readonly ShareClaim[]): Promise<string[]>
  /** Returns the ID of the certificate that a link refers to; undefined if there is none. */
  certificateIdOf(shareLink: string): Promise<string | undefined>
}

const KEYS_PER_QUERY = 64

export function shareStore(model: Shares): ShareStore {
  return {
    claim: (claims) => claim(model, claims),
    certificateIdOf: async (shareLink) => {
      const row = await model.findOne({ _id: hashShareLink(shareLink) }).lean<ShareRow>()
      return row?.certificateId
    },
  }
}

async function claim(model: Shares, claims: readonly ShareClaim[]): Promise<string[]> {
  const rows = claims.map(({ shareLink, ...row }) => ({ _id: hashShareLink(shareLink), ...row }))
  if (await insertMissing(model, rows)) return []
  const leafHashes = new Map(rows.map(({ _id, leafHash }) => [_id, leafHash]))
  const taken: string[] = []
  for (let index = 0; index < rows.length; index += KEYS_PER_QUERY) {
    const ids = rows.slice(index, index + KEYS_PER_QUERY).map(({ _id }) => _id)
    const existing = await model.find({ _id: { $in: ids } }).lean<ShareRow[]>()
    const others = existing.filter(
      ({ _id, leafHash }) => leafHash !== undefined && leafHash !== leafHashes.get(_id),
    )
    taken.push(...others.map(({ certificateId }) => certificateId))
  }
  return taken
}
