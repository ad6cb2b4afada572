/** Database queries for anchoring. */
import { isDuplicateKey } from '@inkproof/service-kit/mongo'
import type { AnchorRow, Anchors, AnchorTx } from './anchors.model.ts'

export type AnchorStore = {
  /** Returns the row of the anchor that starts from this size. */
  findBySize(size: number): Promise<AnchorRow | undefined>
  /** Returns the row whose anchor sets this head hash on the contract. */
  findByHead(head: string): Promise<AnchorRow | undefined>
  /**
   * Stores a planned anchor. If one that starts from the same size exists, returns the existing row
   * instead, because its transaction may already have been sent.
   */
  plan(row: AnchorRow): Promise<AnchorRow>
  /**
   * Adds a transaction to the stored row, unless another one was added since `row` was read. Returns
   * the stored row.
   */
  addTx(row: AnchorRow, tx: AnchorTx): Promise<AnchorRow>
}

export function anchorStore(model: Anchors): AnchorStore {
  const find = async (filter: Partial<Pick<AnchorRow, '_id' | 'toHead'>>) =>
    (await model.findOne(filter).lean<AnchorRow>()) ?? undefined
  const requireAnchor = async (size: number) => {
    const row = await find({ _id: size })
    if (!row) throw new Error(`the stored anchor from ${size} no longer exists`)
    return row
  }
  return {
    findBySize: (size) => find({ _id: size }),
    findByHead: (head) => find({ toHead: head }),
    plan: async (row) => {
      try {
        await model.create(row)
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
      }
      return requireAnchor(row._id)
    },
    addTx: async (row, tx) => {
      await model.updateOne(
        { _id: row._id, attempts: row.attempts },
        { $set: { attempts: row.attempts + 1 }, $push: { txs: tx } },
      )
      return requireAnchor(row._id)
    },
  }
}
