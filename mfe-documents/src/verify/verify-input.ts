/** What the user adds to the Verify page: files, proof files, fingerprints and share links. */

import { isEvidenceFile } from '@inkproof/pdf-signatures/evidence/detect-evidence'
import { PROOF_FILE_EXTENSION } from '@inkproof/proof/proof-file'
import { downloadSharedProof, showShared } from '@inkproof/protocol/calls/shares'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import type { Fingerprinter } from '../fingerprint/fingerprint.ts'
import { isProofFile } from './is-proof-file.ts'
import { checkWithEvidence, searchSignatures } from './search-signatures.ts'
import { refreshResults, stopVerifying, verifyReadyRows } from './verification-runs.ts'
import {
  addEvidenceEntry,
  addFileEntry,
  addProofEntry,
  clearRows,
  countAction,
  nextId,
  removeFile,
  replaceRows,
  setWork,
  useVerify,
  type VerifyRows,
} from './verify.store.ts'
import { type FileEntry, fingerprintOf, type ProofEntry, proofEntry } from './verify-entries.ts'
import { hasAnswer } from './verify-row.ts'

/** Aborted when the page is cleared: nothing that is still loading is added afterwards. */
let visit = new AbortController()
const readControllers = new Map<string, AbortController>()

/** Adds files and proof files. Resolves when all have been read or cancelled. */
export async function verifyFiles(
  files: readonly File[],
  fingerprint: Fingerprinter,
): Promise<void> {
  const { signal } = visit
  const sorted = await Promise.all(files.map(async (file) => ({ file, kind: await kindOf(file) })))
  if (signal.aborted) return
  countAction()
  const ofKind = (wanted: Kind) =>
    sorted.filter(({ kind }) => kind === wanted).map(({ file }) => file)
  // Before the files to which it belongs are checked.
  await Promise.all(ofKind('evidence').map((file) => addEvidence(file, signal)))
  const proofs = ofKind('proof').map((file) => addProofFile(file))
  const others = ofKind('other').map((file) => readFile(file, fingerprint))
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
      t('Paste a link that contains /share/, or a fingerprint of 64 hexadecimal characters.'),
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
  stopVerifying()
  for (const controller of readControllers.values()) controller.abort()
  clearRows()
}

/** Shows the rows and results of an earlier visit, and verifies them again while the results stay on the page. */
export function restoreRows({ files, proofs, outcomes }: VerifyRows): void {
  const answered = Object.entries(outcomes).filter(([, outcome]) => hasAnswer(outcome))
  replaceRows({ files, proofs, outcomes: Object.fromEntries(answered) })
  countAction()
  refreshResults()
  verifyReadyRows()
}

function addFingerprint(fingerprint: string): void {
  addFileEntry({
    id: nextId(),
    name: t('Fingerprint {value}…', { value: fingerprint.slice(0, 8) }),
    size: null,
    work: { step: 'ready', fingerprint },
  })
  countAction()
  verifyReadyRows()
}

type Kind = 'proof' | 'evidence' | 'other'

async function kindOf(file: File): Promise<Kind> {
  if (await isProofFile(file)) return 'proof'
  // A file that cannot be read is reported when it is fingerprinted.
  return (await isEvidenceFile(file).catch(() => false)) ? 'evidence' : 'other'
}

async function addEvidence(file: File, signal: AbortSignal): Promise<void> {
  const text = await file.text()
  if (signal.aborted || useVerify.getState().evidence.some((one) => one.text === text)) return
  addEvidenceEntry({ id: nextId(), name: file.name, text })
  checkWithEvidence()
}

async function addProofFile(file: File): Promise<void> {
  const { signal } = visit
  addProof(proofEntry(nextId(), file.name, await file.text()), signal)
}

function addProof(proof: ProofEntry, signal: AbortSignal): void {
  if (signal.aborted) return
  countAction()
  const isRepeated = useVerify.getState().proofs.some(({ text }) => text === proof.text)
  if (!isRepeated) addProofEntry(proof)
  verifyReadyRows()
}

async function readFile(file: File, fingerprint: Fingerprinter): Promise<void> {
  const id = nextId()
  const controller = new AbortController()
  readControllers.set(id, controller)
  const work = { step: 'reading', doneBytes: 0, bytesPerSecond: 0 } as const
  addFileEntry({ id, name: file.name, size: file.size, work })
  try {
    const result = await fingerprint(file, {
      signal: controller.signal,
      onProgress: (progress) => setWork(id, { step: 'reading', ...progress }),
    })
    const earlier = findFile(file.name, result)
    if (earlier) removeFile(id)
    else setWork(id, { step: 'ready', fingerprint: result })
    void searchSignatures(earlier ?? { id }, file, visit.signal)
  } catch (error) {
    if (controller.signal.aborted) removeFile(id)
    else setWork(id, { step: 'unreadable', reason: (error as Error).message })
  } finally {
    readControllers.delete(id)
  }
  verifyReadyRows()
}

/** Finds a file that the page has already: its answer is enough, even if the reader drops it once more to be sure. */
function findFile(name: string, fingerprint: string): FileEntry | undefined {
  const { files } = useVerify.getState()
  return files.find((file) => file.name === name && fingerprintOf(file) === fingerprint)
}
