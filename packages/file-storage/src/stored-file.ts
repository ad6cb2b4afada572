import { randomBytes } from 'node:crypto'
import type { FileRow } from './file-row.model.ts'

/** The largest file that can be stored, in bytes. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024

/** A file whose bytes are stored completely. */
export type StoredFile = {
  id: string
  /** The workspace it belongs to. */
  owner: string
  mediaType: string
  /** In bytes. */
  size: number
  /** SHA-256 as hex. */
  sha256: string
  storedAt: Date
}

/** Returns a new ID for a file: 128 random bits as base64url. */
export function newFileId(): string {
  return randomBytes(16).toString('base64url')
}

export function storedFileOf(row: FileRow): StoredFile {
  const { _id: id, owner, mediaType, size, sha256, storedAt, createdAt } = row
  return { id, owner, mediaType, size, sha256, storedAt: storedAt ?? createdAt }
}
