/** Database queries for cosignatures. */
import { isDuplicateKey } from '@inkproof/service-kit/mongo'
import type { CosignatureModels, CosignatureRow } from './cosignatures.model.ts'

/** A state of the log: its number of entries, and its root in hex. */
export type LogState = { size: number; root: string }

/** A witness's signature line, and its time in seconds since 1970-01-01 UTC. */
export type Cosignature = { line: string; time: number }

export type CosignatureStore = {
  /** Returns the newest cosignatures on a state, by the witness's public key in hex, in a fixed order. */
  find(state: LogState): Promise<Map<string, Cosignature>>
  /** Stores a cosignature, unless a newer one of this witness on this state is stored. */
  save(state: LogState, publicKey: string, cosignature: Cosignature): Promise<void>
  /** Returns the size that a witness is known to have; 0 if none. */
  readSize(publicKey: string): Promise<number>
  saveSize(publicKey: string, size: number): Promise<void>
}

export function cosignatureStore({ cosignatures, witnesses }: CosignatureModels): CosignatureStore {
  return {
    find: async ({ size, root }) => {
      const rows = await cosignatures.find({ size, root }).sort({ _id: 1 }).lean<CosignatureRow[]>()
      return new Map(
        rows.map(({ _id, line, time }) => [_id.split(':')[2] as string, { line, time }]),
      )
    },
    save: async ({ size, root }, publicKey, { line, time }) => {
      try {
        await cosignatures.updateOne(
          { _id: `${size}:${root}:${publicKey}`, time: { $lt: time } },
          { $set: { line, time }, $setOnInsert: { size, root } },
          { upsert: true },
        )
      } catch (error) {
        // The stored cosignature is as new or newer.
        if (!isDuplicateKey(error)) throw error
      }
    },
    readSize: async (publicKey) => (await witnesses.findById(publicKey).lean())?.size ?? 0,
    saveSize: async (publicKey, size) => {
      await witnesses.updateOne({ _id: publicKey }, { $set: { size } }, { upsert: true })
    },
  }
}
