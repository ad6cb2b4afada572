/** Database queries for the log's keys. */
import { insertMissing } from '@inkproof/service-kit/insert-many'
import type { LogKeyRow, LogKeysCollection } from './log-keys.model.ts'

export type LogKeyStore = {
  /** Returns the keys in the order of their use; empty before the first start of the `log` role. */
  read(): Promise<LogKeyRow[]>
  /** Stores keys. A key whose number is taken is not stored: the caller reads back which one was. */
  insert(rows: readonly LogKeyRow[]): Promise<void>
  setIndex(id: number, index: number): Promise<void>
  setAnchoredSize(id: number, anchoredSize: number): Promise<void>
}

export function logKeyStore(model: LogKeysCollection): LogKeyStore {
  return {
    read: () => model.find().sort({ _id: 1 }).lean<LogKeyRow[]>(),
    insert: async (rows) => {
      await insertMissing(model, rows)
    },
    setIndex: async (id, index) => {
      await model.updateOne({ _id: id }, { $set: { index } })
    },
    setAnchoredSize: async (id, anchoredSize) => {
      await model.updateOne({ _id: id }, { $set: { anchoredSize } })
    },
  }
}
