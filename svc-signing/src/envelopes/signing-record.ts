/** The signing record: a PDF for people, which lists who did what in a request and when, with the evidence attached. */
import { utf8 } from '@inkproof/proof/bytes'
import { AppError } from '@inkproof/service-kit/app-error'
import { createBoundedQueue } from '@inkproof/service-kit/bounded-queue'
import { createKeyedQueue } from '@inkproof/service-kit/keyed-queue'
import { EVIDENCE_FILE_NAME, formatEvidence } from '@inkproof/signing/evidence'
import { textsFor } from '@inkproof/texts/texts-for'
import type { PdfWorker } from '../pdf/feature.ts'
import type { PublicRecord } from '../record/record.ts'
import { describeSigningRecord } from './describe-signing-record.ts'
import type { EnvelopeRow } from './envelopes.model.ts'
import { describeEvidence } from './evidence.ts'
import { hasEndedUnsigned, requireStarted } from './request-state.ts'
import { openingOf } from './steps.ts'

/** One at a time, so that records do not take the processes that other work on PDF files needs. */
const MAX_WAITING = 30

export type SigningRecordDeps = {
  pdf: Pick<PdfWorker, 'writeReport'>
  record: Pick<PublicRecord, 'prove'>
}

/** Returns the signing record of a request. @throws AppError ENVELOPE_NOT_STARTED, SIGNING_RECORD_NOT_READY, UNAVAILABLE */
export type MakeSigningRecord = (row: EnvelopeRow) => Promise<Uint8Array>

/**
 * The record is made of the row each time and is not stored: what it says follows from the steps, which no longer change when
 * a request has ended. Only its proof can become better, when a block confirms the last step.
 */
export function createSigningRecords({ pdf, record }: SigningRecordDeps): MakeSigningRecord {
  const runInQueue = createBoundedQueue(1, MAX_WAITING)
  const runForWorkspace = createKeyedQueue()
  const make = async (row: EnvelopeRow) => {
    const request = requireStarted(row)
    const last = requireEnd(row)
    const { isAnchored, proof } = await record.prove(openingOf(last))
    if (proof === null) throw new AppError('SIGNING_RECORD_NOT_READY')
    const evidence = describeEvidence(request, row.steps, row.recipients, proof)
    const texts = textsFor(request.language)
    return pdf.writeReport({
      ...describeSigningRecord(row, request, evidence, { isAnchored }, texts),
      language: request.language === 'pseudo' ? 'en' : request.language,
      createdAt: last.at,
      attachment: {
        name: EVIDENCE_FILE_NAME,
        description: texts.t('Evidence of the signing request'),
        data: utf8(formatEvidence(evidence)),
      },
    })
  }
  // Those of one workspace take one place, so that they leave the others to others.
  return (row) => runForWorkspace(row.workspaceId, () => runInQueue(() => make(row)))
}

/** Returns the last step of a request that has ended and whose steps are all in the public record. */
function requireEnd(row: EnvelopeRow) {
  const last = row.steps.at(-1)
  const isFinished = row.state === 'completed' && row.finished !== null
  const isRecorded = row.steps.every(({ index }) => index !== null)
  if (!last || !isRecorded || !(isFinished || hasEndedUnsigned(row)))
    throw new AppError('SIGNING_RECORD_NOT_READY')
  return last
}
