/** An object and the tag of its content. */
export type StoredObject = { bytes: Uint8Array; etag: string }

/** When to write an object: only if there is none, only if its tag is `etag`, or in any case. */
export type Condition = 'if-absent' | { etag: string } | 'always'

/** A listed object; `modifiedMs` is milliseconds since 1970. */
export type ListedObject = { key: string; modifiedMs: number }

/** A bucket of S3-compatible storage, below one prefix. Keys are relative to the prefix. */
export type ObjectStore = {
  /** For messages: `s3://bucket/prefix`. */
  name: string
  /** Returns null if there is no such object, or if its tag is `knownEtag`. */
  get(key: string, knownEtag?: string): Promise<StoredObject | null>
  /** Returns false if the condition does not hold. */
  put(key: string, bytes: Uint8Array, condition: Condition): Promise<boolean>
  modifiedMs(key: string): Promise<number>
  list(prefix: string): Promise<ListedObject[]>
  remove(keys: string[]): Promise<void>
}
