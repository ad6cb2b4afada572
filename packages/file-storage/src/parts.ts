import type { BlobStores } from './blob-stores.ts'
import type { FileKeys } from './file-keys.ts'
import type { FileRows } from './file-row.model.ts'

/** What the operations of a file store share. */
export type FileStoreParts = {
  rows: FileRows
  blobs: BlobStores
  keys: FileKeys
  /** Where new files are stored: `mongodb`, or an address like `s3://bucket/prefix`. */
  location: string
  now: () => Date
}
