/** Adds steps to the public record. */
import type { PublicRecord } from './dependencies.ts'
import type { EnvelopeStore } from './envelope-store.ts'
import type { EnvelopeRow } from './envelopes.model.ts'
import { openingOf, unrecordedSteps } from './steps.ts'

export type RecordStepsDeps = {
  envelopes: Pick<EnvelopeStore, 'find' | 'setIndex'>
  record: Pick<PublicRecord, 'append'>
}

/**
 * Makes sure that the record contains the first entry, which the entry that ends a request names. The job adds the others.
 *
 * @throws AppError UNAVAILABLE
 */
export async function recordFirstStep(
  deps: RecordStepsDeps,
  row: EnvelopeRow,
): Promise<EnvelopeRow> {
  return row.steps[0]?.index === null ? recordSteps(deps, row) : row
}

/** Maximum number of openings in one call. */
const BATCH_SIZE = 100

/**
 * Adds the steps that have no entry yet, and returns the request with their indexes. The same opening always gets the same
 * index, so it can be repeated, and run at the same time as another run.
 *
 * @throws AppError UNAVAILABLE
 */
export async function recordSteps(
  { envelopes, record }: RecordStepsDeps,
  row: EnvelopeRow,
): Promise<EnvelopeRow> {
  const missing = unrecordedSteps(row)
  if (missing.length === 0) return row
  for (let start = 0; start < missing.length; start += BATCH_SIZE) {
    const batch = missing.slice(start, start + BATCH_SIZE)
    const indexes = await record.append(batch.map(openingOf))
    for (const [i, step] of batch.entries())
      await envelopes.setIndex(row._id, step, indexes[i] as number)
  }
  return (await envelopes.find(row._id)) ?? row
}
