/** What anchoring asks of its rows. */
import { isDuplicateKey } from '@inkproof/service-kit/mongo'
import type { AnchorRow, Anchors, AnchorTx } from './anchors.model.ts'

export type AnchorStore = {
  /** The row that starts at this size. */
  from(size: number): Promise<AnchorRow | undefined>
  /** The row that leads to what the contract stores. */
  leadingTo(head: string): Promise<AnchorRow | undefined>
  /** Keeps a plan. Where one stands already, that one is answered: it may be on its way. */
  plan(row: AnchorRow): Promise<AnchorRow>
  /** Keeps a transaction, unless another was kept meanwhile; answers the row as it then is. */
  addTx(row: AnchorRow, tx: AnchorTx): Promise<AnchorRow>
}

export function anchorStore(model: Anchors): AnchorStore {
  const find = async (filter: Partial<Pick<AnchorRow, '_id' | 'toHead'>>) =>
    (await model.findOne(filter).lean<AnchorRow>()) ?? undefined
  const mustFind = async (size: number) => {
    const row = await find({ _id: size })
    if (!row) throw new Error(`the anchor from ${size} was kept and is gone`)
    return row
  }
  return {
    from: (size) => find({ _id: size }),
    leadingTo: (head) => find({ toHead: head }),
    plan: async (row) => {
      try {
        await model.create(row)
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
      }
      return mustFind(row._id)
    },
    addTx: async (row, tx) => {
      await model.updateOne(
        { _id: row._id, attempts: row.attempts },
        { $set: { attempts: row.attempts + 1 }, $push: { txs: tx } },
      )
      return mustFind(row._id)
    },
  }
}
