/**
 * The row of a stored file. It is written before the bytes and deleted after them, so the sweep finds everything that a
 * crash leaves behind (sweep.ts). Its key field is the only copy of the file's key: without it, the bytes cannot be read.
 */
import type { Connection, InferSchemaType, Model } from 'mongoose'
import { Schema } from 'mongoose'

const fileRowSchema = new Schema(
  {
    /** 128 random bits as base64url (stored-file.ts). Also names the bytes where they are stored. */
    _id: { type: String, required: true },
    /** The workspace. */
    owner: { type: String, required: true, immutable: true },
    mediaType: { type: String, required: true, immutable: true },
    /** Of the plaintext, in bytes. */
    size: { type: Number, required: true, immutable: true },
    /** Of the plaintext, as hex. */
    sha256: { type: String, required: true, immutable: true },
    /**
     * `writing`: the bytes may be incomplete. `stored`: complete. `deleting`: the key is gone, the bytes may exist. The
     * only transitions are writing → stored → deleting and writing → deleting.
     */
    state: { type: String, required: true, enum: ['writing', 'stored', 'deleting'] },
    /** Where the bytes are: `mongodb`, or an address like `s3://bucket/prefix`. */
    location: { type: String, required: true, immutable: true },
    /** The file's key, encrypted (file-keys.ts). Null as soon as the file is deleted. */
    wrappedKey: { type: String, default: null },
    /** The age recipient that `wrappedKey` is encrypted for. */
    keyId: { type: String, default: null },
    createdAt: { type: Date, required: true, immutable: true },
    storedAt: { type: Date, default: null },
    /** When the sweep deletes it; null while it is stored. */
    dueAt: { type: Date, default: null },
  },
  { collection: 'stored-files', strict: 'throw', versionKey: false, autoIndex: false },
)
fileRowSchema.index({ state: 1, dueAt: 1 })
fileRowSchema.index({ keyId: 1, state: 1, _id: 1 })

export type FileRow = InferSchemaType<typeof fileRowSchema>
export type FileRows = Model<FileRow>

/** The row of a file that is not deleted. */
export type KeyedRow = FileRow & { wrappedKey: string; keyId: string }

/** Adds the collection to a connection, whose `prepare` creates its indexes before the service listens. */
export function fileRows(connection: Connection): FileRows {
  return connection.model<FileRow>('StoredFile', fileRowSchema)
}

/** How long bytes may be on their way: longer than every deadline, also for requests that only their sender gave up. */
export const WRITING_MS = 15 * 60_000

/** The change that deletes the key of a file. */
export const DELETED = { state: 'deleting', wrappedKey: null, keyId: null } as const
