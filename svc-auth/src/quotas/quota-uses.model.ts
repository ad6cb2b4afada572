/**
 * What workspaces have used of their quota: one row for each use. `_id` contains the workspace, the month and the number of the
 * use in that month, so that the last free number is given to only one of two concurrent uses.
 */
import { QUOTA_KINDS } from '@inkproof/protocol/quotas'
import { type Connection, type InferSchemaType, Schema } from 'mongoose'

const useSchema = new Schema(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    /** The calendar month in UTC: `2026-11`. */
    month: { type: String, required: true },
    /** 1 for the first use of the month. */
    number: { type: Number, required: true },
    kind: { type: String, required: true, enum: QUOTA_KINDS },
    /** The ID of what was started. */
    subject: { type: String, required: true },
  },
  { collection: 'quota_uses', strict: 'throw', versionKey: false, autoIndex: false },
)
useSchema.index({ workspaceId: 1, month: 1, number: -1 })
useSchema.index({ workspaceId: 1, kind: 1, subject: 1 }, { unique: true })

export type QuotaUseRow = InferSchemaType<typeof useSchema>

export type QuotaUseModel = ReturnType<typeof quotaUseModel>

export function quotaUseModel(connection: Connection) {
  return connection.model('QuotaUse', useSchema)
}
