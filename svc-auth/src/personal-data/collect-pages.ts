import type { personalData } from '@inkproof/protocol/internal'
import { AppError } from '@inkproof/service-kit/app-error'
import type { z } from 'zod'

/** One page of a service's data about a user. */
export type Page = z.core.output<typeof personalData.response>

/** Per service: about 90,000 certificates of 750 bytes, which are 360 pages of svc-documents. */
const MAX_TOTAL_BYTES = 64 * 1024 * 1024
const MAX_PAGES = 1_000

/**
 * Returns the records of all pages of each service, by service name. The services are queried concurrently; after the
 * first failure, no further page is requested.
 *
 * @param fetchPage receives the service, and the previous page's `next` or null for the first page
 * @throws AppError EXPORT_TOO_LARGE if the pages are too large or too many, or not all requested within `timeoutMs`;
 * UNAVAILABLE if a page has the same `next` as an earlier one; and whatever `fetchPage` throws
 */
export async function collectFromServices(
  services: readonly string[],
  fetchPage: (service: string, after: string | null) => Promise<Page>,
  timeoutMs: number,
): Promise<Record<string, Page['records']>> {
  const stop = new AbortController()
  const timeout = tooLarge(`not complete within ${timeoutMs} ms`)
  const timer = setTimeout(() => stop.abort(timeout), timeoutMs)
  try {
    const recordsByService = services.map(async (service) => {
      const records = await collectPages((after) => fetchPage(service, after), stop.signal)
      return [service, records] as const
    })
    return Object.fromEntries(await Promise.all(recordsByService))
  } catch (error) {
    stop.abort(error)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Fetches all pages of one service. Limits their number and size, so a faulty service cannot exhaust the memory. */
async function collectPages(
  fetchPage: (after: string | null) => Promise<Page>,
  stop: AbortSignal,
): Promise<Page['records']> {
  const allRecords: Page['records'] = []
  const cursors = new Set<string>()
  let bytes = 0
  for (let after: string | null = null; ; ) {
    const { records, next }: Page = await fetchPage(after)
    for (const record of records) allRecords.push(record)
    bytes += Buffer.byteLength(JSON.stringify(records))
    if (bytes > MAX_TOTAL_BYTES) throw tooLarge(`more than ${MAX_TOTAL_BYTES} bytes`)
    if (next === null) return allRecords
    if (cursors.has(next)) throw repeatedCursor()
    if (cursors.add(next).size >= MAX_PAGES) throw tooLarge(`more than ${MAX_PAGES} pages`)
    stop.throwIfAborted()
    after = next
  }
}

function tooLarge(reason: string): AppError {
  return new AppError('EXPORT_TOO_LARGE', {}, { cause: new Error(reason) })
}

function repeatedCursor(): AppError {
  const cause = new Error('a page has the same cursor as an earlier one')
  return new AppError('UNAVAILABLE', {}, { cause })
}
