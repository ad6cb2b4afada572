import { AppError } from '@inkproof/service-kit/app-error'
import type { Files } from './dependencies.ts'
import type { EnvelopeRow, FinishedRow } from './envelopes.model.ts'

/** Reads a file that a request refers to. @throws AppError FILE_UNREADABLE, also if it is missing */
export async function readFile(
  files: Pick<Files, 'read'>,
  id: string,
  owner: string,
): Promise<Uint8Array> {
  try {
    return (await files.read(id, owner)).bytes
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ITEM_NOT_FOUND') throw error
    throw new AppError('FILE_UNREADABLE', {}, { cause: error })
  }
}

/** Returns the evidence beside the finished document. @throws AppError ENVELOPE_NOT_FINISHED, EVIDENCE_IN_DOCUMENT */
export function requireEvidence(row: EnvelopeRow): NonNullable<FinishedRow['evidence']> {
  const { evidence } = requireFinished(row)
  if (!evidence) throw new AppError('EVIDENCE_IN_DOCUMENT')
  return evidence
}

/** Returns the finished document of a request. @throws AppError ENVELOPE_NOT_FINISHED before everything is done */
export function requireFinished({ finished, state }: EnvelopeRow): FinishedRow {
  if (state !== 'completed' || !finished) throw new AppError('ENVELOPE_NOT_FINISHED')
  return finished
}
