import { PROOF_FILE_EXTENSION } from '@inkproof/proof/proof-file'
import { downloadSharedProof, showShared } from '@inkproof/protocol/calls/shares'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import { create } from 'zustand'
import { errorMessage } from '../certificates/error-message.ts'
import type { Fingerprinter } from '../fingerprint/fingerprint.ts'
import {
  type FileEntry,
  type FileWork,
  fingerprintOf,
  isProofFile,
  type ProofEntry,
  pair,
  proofEntry,
  type Row,
} from './verify-entries.ts'
import { useVerifyOptions } from './verify-options.store.ts'
import { isPending, isUndecided, type RowOutcome } from './verify-row.ts'
import { verifyWithLimit } from './verify-with-limit.ts'

/** Time between two checks of a certificate that is not yet final. */
const REFRESH_MS = 3_000

type VerifyState = {
  files: FileEntry[]
  proofs: ProofEntry[]
  /** By the row's key. Cleared when the user changes the trust settings or the node. */
  outcomes: Record<string, RowOutcome>
  /** Increases with each action whose result the user waits for; the page then shows and focuses the result. */
  attention: number
}

const EMPTY: Omit<VerifyState, 'attention'> = { files: [], proofs: [], outcomes: {} }

/** Everything being verified. */
export const useVerify = create<VerifyState>()(() => ({ ...EMPTY, attention: 0 }))

/** Aborted when the page is cleared: nothing that is still loading is added afterwards. */
let visit = new AbortController()
/** Aborted when the page is cleared or everything is verified again: queued requests and late results are dropped. */
let run = new AbortController()
let lastId = 0
let recheckTimer: ReturnType<typeof setTimeout> | undefined
const readControllers = new Map<string, AbortController>()

export async function verifyFiles(
  files: readonly File[],
  fingerprint: Fingerprinter,
): Promise<void> {
  const { signal } = visit
  const sorted = await Promise.all(
    files.map(async (file) => ({ file, isProof: await isProofFile(file) })),
  )
  if (signal.aborted) return
  requestAttention()
  const proofs = sorted.filter(({ isProof }) => isProof).map(({ file }) => addProofFile(file))
  const others = sorted
    .filter(({ isProof }) => !isProof)
    .map(({ file }) => readFile(file, fingerprint))
  await Promise.all([...proofs, ...others])
}

/**
 * Handles pasted text: a fingerprint or a link to a certificate. Throws an error with a user-facing message for
 * anything else.
 */
export async function verifyPasted(text: string): Promise<void> {
  const fingerprint = /^(?:0x)?([0-9a-f]{64})$/i.exec(text.replace(/\s+/g, ''))?.[1]?.toLowerCase()
  if (fingerprint !== undefined) return addFingerprint(fingerprint)
  const shareLink = /(?:^|\/share\/)([A-Za-z0-9_-]{8,128})\/?(?:[?#].*)?$/.exec(text.trim())?.[1]
  if (shareLink === undefined) {
    throw new Error(
      t('This is neither a fingerprint (64 hexadecimal characters) nor a share link.'),
    )
  }
  await verifyShareLink(shareLink)
}

/** Loads the proof file of a shared certificate. The user still has to add the certified file. */
export async function verifyShareLink(shareLink: string): Promise<void> {
  if (useVerify.getState().proofs.some((proof) => proof.shareLink === shareLink)) return
  const { signal } = visit
  try {
    const [certificate, text] = await Promise.all([
      call(showShared, { params: { shareLink } }, { signal }),
      call(downloadSharedProof, { params: { shareLink } }, { signal }),
    ])
    const name = `${certificate.fileName}${PROOF_FILE_EXTENSION}`
    addProof(proofEntry(nextId(), name, text, shareLink), signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

export function cancelFile(id: string): void {
  readControllers.get(id)?.abort()
}

/** Removes everything from the page and stops what is still loading. */
export function startOver(): void {
  visit.abort()
  visit = new AbortController()
  startRun()
  for (const controller of readControllers.values()) controller.abort()
  useVerify.setState(EMPTY)
}

/** Verifies everything again after the user changed the trust settings or the node. */
export function verifyAgain(): void {
  startRun()
  requestAttention()
  useVerify.setState({ outcomes: {} })
  verifyReadyRows()
}

/** Shows the rows and results of an earlier visit, and verifies them again while the results stay on the page. */
export function restoreRows({ files, proofs, outcomes }: Omit<VerifyState, 'attention'>): void {
  lastId = Math.max(lastId, ...[...files, ...proofs].map(({ id }) => Number(id)))
  const finished = Object.entries(outcomes).filter(([, { step }]) => isResult(step))
  useVerify.setState({ files, proofs, outcomes: Object.fromEntries(finished) })
  requestAttention()
  refreshResults()
  verifyReadyRows()
}

/** Verifies every row with a result again. The result stays if it cannot be checked again. */
export function refreshResults(isOutdated: (outcome: RowOutcome) => boolean = () => true): void {
  const { files, proofs, outcomes } = useVerify.getState()
  for (const row of pair(files, proofs)) {
    const outcome = outcomes[row.key]
    if (outcome && isResult(outcome.step) && isOutdated(outcome)) void refreshResult(row)
  }
}

function requestAttention(): void {
  useVerify.setState(({ attention }) => ({ attention: attention + 1 }))
}

function startRun(): void {
  run.abort()
  clearTimeout(recheckTimer)
  run = new AbortController()
}

function addFingerprint(fingerprint: string): void {
  const file: FileEntry = {
    id: nextId(),
    name: t('Fingerprint {value}…', { value: fingerprint.slice(0, 8) }),
    size: null,
    work: { step: 'ready', fingerprint },
  }
  useVerify.setState(({ files }) => ({ files: [...files, file] }))
  requestAttention()
  verifyReadyRows()
}

async function addProofFile(file: File): Promise<void> {
  const { signal } = visit
  addProof(proofEntry(nextId(), file.name, await file.text()), signal)
}

function addProof(proof: ProofEntry, signal: AbortSignal): void {
  if (signal.aborted) return
  requestAttention()
  useVerify.setState(({ proofs }) => ({ proofs: [...proofs, proof] }))
  verifyReadyRows()
}

async function readFile(file: File, fingerprint: Fingerprinter): Promise<void> {
  const id = nextId()
  const controller = new AbortController()
  readControllers.set(id, controller)
  const work: FileWork = { step: 'reading', doneBytes: 0, bytesPerSecond: 0 }
  const entry: FileEntry = { id, name: file.name, size: file.size, work }
  useVerify.setState(({ files }) => ({ files: [...files, entry] }))
  try {
    const result = await fingerprint(file, {
      signal: controller.signal,
      onProgress: (progress) => setWork(id, { step: 'reading', ...progress }),
    })
    setWork(id, { step: 'ready', fingerprint: result })
  } catch (error) {
    if (controller.signal.aborted) removeFile(id)
    else setWork(id, { step: 'unreadable', reason: (error as Error).message })
  } finally {
    readControllers.delete(id)
  }
  verifyReadyRows()
}

/** Verifies every row that is ready and has no result yet. */
function verifyReadyRows(): void {
  const { files, proofs, outcomes } = useVerify.getState()
  // While a file is being read, it is not yet known which proof file belongs to it.
  const isReading = files.some(({ work }) => work.step === 'reading')
  for (const row of pair(files, proofs)) {
    const isReady = row.file === null ? !isReading : fingerprintOf(row.file) !== null
    const mayChange = isReading && row.file !== null && row.proof === null && proofs.length > 0
    if (isReady && !mayChange && outcomes[row.key] === undefined) void verifyAndStore(row)
  }
}

async function verifyAndStore(row: Row): Promise<void> {
  const { signal } = run
  setOutcome(row.key, { step: 'checking' })
  const outcome = await runVerification(row, signal)
  if (!signal.aborted) setOutcome(row.key, outcome)
}

/** Replaces a result with a newer one; if it cannot be checked again, marks it as out of date. */
async function refreshResult(row: Row): Promise<void> {
  const { signal } = run
  const outcome = navigator.onLine ? await runVerification(row, signal) : null
  const previous = useVerify.getState().outcomes[row.key]
  if (signal.aborted || previous === undefined || !isResult(previous.step)) return
  const isKept = outcome === null || (isUndecided(outcome) && !isUndecided(previous))
  setOutcome(row.key, isKept ? ({ ...previous, isOutOfDate: true } as RowOutcome) : outcome)
}

function runVerification(row: Row, signal: AbortSignal): Promise<RowOutcome> {
  return verifyWithLimit(row, useVerifyOptions.getState(), signal).catch(
    (error): RowOutcome => ({ step: 'failed', reason: errorMessage(error) }),
  )
}

function isResult(step: RowOutcome['step']): boolean {
  return step === 'checked' || step === 'not-found'
}

function setWork(id: string, work: FileWork): void {
  useVerify.setState(({ files }) => ({
    files: files.map((file) => (file.id === id ? { ...file, work } : file)),
  }))
}

function removeFile(id: string): void {
  useVerify.setState(({ files }) => ({ files: files.filter((file) => file.id !== id) }))
}

function setOutcome(key: string, outcome: RowOutcome): void {
  useVerify.setState(({ outcomes }) => ({ outcomes: { ...outcomes, [key]: outcome } }))
  if (isPending(outcome)) scheduleRefresh()
}

/** Certificates that are not yet final are verified again until they are. */
function scheduleRefresh(): void {
  clearTimeout(recheckTimer)
  recheckTimer = setTimeout(() => refreshResults(isPending), REFRESH_MS)
}

addEventListener('online', () => refreshResults((outcome) => 'isOutOfDate' in outcome))

function nextId(): string {
  lastId += 1
  return String(lastId)
}
