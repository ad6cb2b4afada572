/** Stores the results of the Verify page in this browser, so that they survive a reload and going offline. */

import { KEY, withVerifyDatabase } from './verify-database.ts'
import type { FileEntry, ProofEntry } from './verify-entries.ts'
import type { RowOutcome } from './verify-row.ts'

/** The files, proof files and results of one user. The contents of the files are not stored. */
export type StoredResults = {
  /** The visit that stored them, as returned by `visitId`. */
  visitId: string
  /** The user's ID; null for a visitor. */
  accountId: string | null
  files: FileEntry[]
  proofs: ProofEntry[]
  outcomes: Record<string, RowOutcome>
}

export async function loadResults(): Promise<StoredResults | null> {
  return (await withVerifyDatabase((db) => db.get('results', KEY))) as StoredResults | null
}

/** Stores the results instead of those stored before; `null` removes them. */
export async function saveResults(results: StoredResults | null): Promise<void> {
  await withVerifyDatabase<unknown>((db) =>
    results === null ? db.delete('results', KEY) : db.put('results', results, KEY),
  )
}
