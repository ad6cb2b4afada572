/** Database queries for receipts. */
import { insertMissing } from '@inkproof/service-kit/insert-many'
import type { ReceiptRow, Receipts } from './receipts.model.ts'

/** A revocation for which a receipt is requested. */
export type ReceiptRequest = Omit<ReceiptRow, 'isUnsigned' | 'deadline' | 'note'>

/** A receipt that is signed. */
export type SignedReceipt = Required<Pick<ReceiptRow, 'deadline' | 'note'>>

export type ReceiptStore = {
  /** Requests the signature of a receipt, unless it was requested before. */
  request(request: ReceiptRequest): Promise<void>
  /** Returns the signed note; undefined if there is none yet. */
  findNote(id: string): Promise<string | undefined>
  /** Returns a batch of receipts to sign. */
  findUnsigned(): Promise<ReceiptRow[]>
  /** Stores the signature, unless another worker has. */
  sign(id: string, signed: SignedReceipt): Promise<void>
  /** Yields all signed receipts with a deadline before this time, in batches. */
  readDue(now: Date): AsyncIterable<ReceiptRow[]>
}

const BATCH_SIZE = 250

export function receiptStore(model: Receipts): ReceiptStore {
  return {
    request: async (request) => {
      await insertMissing(model, [{ ...request, isUnsigned: true }])
    },
    findNote: async (id) => {
      const row = await model.findOne({ _id: id }, { note: 1 }).lean<Pick<ReceiptRow, 'note'>>()
      return row?.note
    },
    findUnsigned: () => model.find({ isUnsigned: true }).limit(BATCH_SIZE).lean<ReceiptRow[]>(),
    sign: async (id, signed) => {
      await model.updateOne(
        { _id: id, isUnsigned: true },
        { $set: signed, $unset: { isUnsigned: 1 } },
      )
    },
    readDue: (now) => readDue(model, now),
  }
}

async function* readDue(model: Receipts, now: Date): AsyncGenerator<ReceiptRow[]> {
  for (let after = ''; ; ) {
    const rows = await model
      .find({ _id: { $gt: after }, deadline: { $lt: now } })
      .sort({ _id: 1 })
      .limit(BATCH_SIZE)
      .lean<ReceiptRow[]>()
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_SIZE) return
    after = last._id
  }
}
