import type { personalData } from '@inkproof/protocol/internal'
import { AppError } from '@inkproof/service-kit/app-error'
import type { z } from 'zod'

/** One page of a service's data about a user. */
export type Page = z.core.output<typeof personalData.response>

/** 250,000 records at 250 per page, as svc-documents sends them. */
const MAX_PAGES = 1_000
const MAX_TOTAL_BYTES = 64 * 1024 * 1024

/**
 * Returns the records of all pages. A faulty service must not make an export endless or fill the memory, so the number
 * of pages, their total size and the time are limited.
 *
 * @param fetchPage receives the previous page's `next`, null for the first page
 * @param deadline aborted when no further page may be requested
 * @throws AppError UNAVAILABLE if a limit is exceeded or a page has the same `next` as an earlier one
 */
export async function collectPages(
  fetchPage: (after: string | null) => Promise<Page>,
  deadline: AbortSignal,
): Promise<Page['records']> {
  const allRecords: Page['records'] = []
  const cursors = new Set<string>()
  let bytes = 0
  for (let after: string | null = null; ; ) {
    const { records, next }: Page = await fetchPage(after)
    for (const record of records) allRecords.push(record)
    if (next === null) return allRecords
    bytes += Buffer.byteLength(JSON.stringify(records))
    if (cursors.has(next)) throw unavailable('a page has the same cursor as an earlier one')
    if (cursors.add(next).size >= MAX_PAGES) throw unavailable(`more than ${MAX_PAGES} pages`)
    if (bytes > MAX_TOTAL_BYTES) throw unavailable(`more than ${MAX_TOTAL_BYTES} bytes`)
    if (deadline.aborted) throw unavailable('not complete before the deadline')
    after = next
  }
}

function unavailable(reason: string): AppError {
  return new AppError('UNAVAILABLE', {}, { cause: new Error(reason) })
}
