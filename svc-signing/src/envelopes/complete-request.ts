/**
 * Completes a request that everybody has signed: proof of the last step, finished PDF, storage, certificate. Each attempt
 * continues from what is stored; however many there are, also at the same time, one finished document is kept and
 * certified once.
 */

import { newFileId } from '@inkproof/file-storage/stored-file'
import { fromHex, utf8 } from '@inkproof/proof/bytes'
import { KINDS, makeOpening } from '@inkproof/proof/leaf'
import { openingToJson } from '@inkproof/proof/opening'
import type { CertifyRequest } from '@inkproof/protocol/certificates'
import type { WaitingFor } from '@inkproof/protocol/envelopes'
import { SealUnavailable } from '../authority/sealing-source.ts'
import type { Files, PublicRecord } from './dependencies.ts'
import type { EnvelopeStore } from './envelope-store.ts'
import type { EnvelopeRow, FinishedRow } from './envelopes.model.ts'
import { type FinishDeps, finishDocument } from './finish-document.ts'
import { requireStarted } from './request-state.ts'
import { openingOf } from './steps.ts'
import { type PendingFile, referTo, type StoreFileDeps, storeFile } from './store-file.ts'
import { clipLine } from './text.ts'

export type CompleteDeps = StoreFileDeps &
  FinishDeps & {
    envelopes: Pick<EnvelopeStore, 'abandonFile' | 'change' | 'find'>
    files: Files
    record: Pick<PublicRecord, 'prove' | 'certify'>
  }

/** The completion cannot continue yet. Without a `cause`, nothing failed: the record has no block or signed state yet. */
export class CompletionDelayed extends Error {
  override readonly name = 'CompletionDelayed'
  readonly waitingFor: WaitingFor

  constructor(waitingFor: WaitingFor, options?: ErrorOptions) {
    super(`the completion waits for: ${waitingFor}`, options)
    this.waitingFor = waitingFor
  }
}

/** How long the completion waits for a block before the proof to the signed state is taken. */
export const ANCHOR_WAIT_MS = 60_000

/**
 * Finishes, certifies and publishes the document of a request.
 *
 * @param row in the state `completing`, with all steps in the record
 * @throws CompletionDelayed
 */
export async function completeRequest(deps: CompleteDeps, row: EnvelopeRow): Promise<void> {
  const { certify } = row.finished ?? (await finishOnce(deps, row))
  const { accountId, workspaceId } = row
  await during('certificate', () =>
    deps.record.certify({ accountId, workspaceId, certificate: certify }),
  )
  const isCertified = { state: 'completing' as const, 'finished.certify.id': certify.id }
  await deps.envelopes.change(row._id, isCertified, {
    $set: { state: 'completed', endedAt: deps.now(), waitingFor: null },
  })
}

/** Stores the finished document, unless another attempt has stored one meanwhile, which is then returned. */
async function finishOnce(deps: CompleteDeps, row: EnvelopeRow): Promise<FinishedRow> {
  const { prepared } = requireStarted(row)
  const proof = await findProof(deps, row)
  const source = await during('storage', () => deps.files.read(prepared.file, row.workspaceId))
  const made = await during('time-stamp', () => finishDocument(deps, row, source.bytes, proof))
  const stored = await during('storage', async () => ({
    document: await storeFile(deps, row, made.document),
    evidence: made.evidence === null ? null : await storeEvidence(deps, row, made.evidence),
  }))
  const finished = describeFinished(row, stored)
  const isFirst = { state: 'completing' as const, finished: null }
  const changed = await referTo(deps, row, filesOf(stored), isFirst, { $set: { finished } })
  const current = changed ?? (await deps.envelopes.find(row._id))
  if (!current?.finished) throw new CompletionDelayed('storage')
  return current.finished
}

async function findProof({ now, record }: CompleteDeps, row: EnvelopeRow): Promise<string> {
  const last = row.steps.at(-1)
  if (last?.type !== 'completed') throw new Error(`${row._id} is completing without such a step`)
  const { isAnchored, proof } = await during('record', () => record.prove(openingOf(last)))
  const isLate = now().getTime() - last.at.getTime() > ANCHOR_WAIT_MS
  if (proof === null || !(isAnchored || isLate)) throw new CompletionDelayed('record')
  return proof
}

type StoredFiles = { document: PendingFile; evidence: PendingFile | null }

function filesOf({ document, evidence }: StoredFiles): PendingFile[] {
  return evidence ? [document, evidence] : [document]
}

function storeEvidence(deps: CompleteDeps, row: EnvelopeRow, text: string): Promise<PendingFile> {
  return storeFile(deps, row, utf8(text), 'application/json')
}

function describeFinished({ document, title }: EnvelopeRow, stored: StoredFiles): FinishedRow {
  const { file, fingerprint, size } = stored.document
  const { evidence } = stored
  const stem = document.fileName.replace(/\.pdf$/i, '')
  const fileName = `${clipLine(stem, 240)}-signed.pdf`
  const opening = makeOpening({
    kind: KINDS.certified,
    fingerprint: fromHex(fingerprint),
    claims: [{ name: 'title', value: title }],
  })
  const certify = {
    // 16 random bytes, as a certificate's ID.
    id: newFileId(),
    opening: openingToJson(opening) as CertifyRequest['opening'],
    fileName,
    fileSize: size,
    findable: true,
    showIssuer: false,
  }
  return {
    file,
    fileName,
    size,
    fingerprint,
    certify,
    ...(evidence && {
      evidence: {
        file: evidence.file,
        fileName: `${clipLine(stem, 230)}-signed.evidence.json`,
        size: evidence.size,
      },
    }),
  }
}

/** @throws CompletionDelayed if the work fails; it waits for the seal whenever the sealing identity cannot be used */
async function during<T>(waitingFor: WaitingFor, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new CompletionDelayed(cause instanceof SealUnavailable ? 'seal' : waitingFor, { cause })
  }
}
