import { createSharedRead, type SharedReadTimes } from './shared-read.ts'

/** Recovery is noticed soon, and a check that succeeds costs a write every five seconds. */
const WRITE_CHECK_TIMES: SharedReadTimes = { resolvedMs: 5_000, rejectedMs: 1_000 }

/** Returns a check that runs `write` at most every five seconds, or every second while it fails. */
export function cacheWriteCheck(write: () => Promise<void>): () => Promise<void> {
  return createSharedRead(write, WRITE_CHECK_TIMES).read
}
