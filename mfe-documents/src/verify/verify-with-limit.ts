import { limitAsync } from 'es-toolkit/promise'
import { retryAfter429 } from '../certificates/retry-after-429.ts'
import type { Row } from './verify-entries.ts'
import type { VerifyOptions } from './verify-options.store.ts'
import { type RowOutcome, verifyRow } from './verify-row.ts'

/** Verifying a thousand files must not send a thousand concurrent requests. */
const MAX_CONCURRENT_VERIFICATIONS = 6

/** Verifies a row once fewer than six others are being verified. Sends nothing after `signal` has aborted. */
export const verifyWithLimit = limitAsync(
  async (row: Row, options: VerifyOptions, signal: AbortSignal): Promise<RowOutcome> => {
    signal.throwIfAborted()
    return retryAfter429(() => verifyRow(row, options, signal), signal)
  },
  MAX_CONCURRENT_VERIFICATIONS,
)
