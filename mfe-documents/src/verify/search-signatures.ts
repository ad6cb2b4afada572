/** Checks the signatures of added files, and again while the answer about a signing request may change. */
import { checkSignatures } from '../pdf-signatures/check-signatures.ts'
import type { SignatureCheck } from '../pdf-signatures/signature-check.ts'
import { recordAccess } from './record-access.ts'
import { setSignatures, useVerify } from './verify.store.ts'
import type { FileEntry } from './verify-entries.ts'
import { useVerifyOptions } from './verify-options.store.ts'

/** Time between two checks of a signing request that is not yet final. */
const REFRESH_MS = 3_000

type OpenFile = { file: File; signal: AbortSignal }

/** Files whose answer may change with the record, the connection or the trust settings. */
const openFiles = new Map<string, OpenFile>()

/** Checked PDF files without evidence beside them, which may be added later. */
const waiting = new Map<string, OpenFile>()

/**
 * Checks the digital signatures of a file, unless an earlier check was completed.
 *
 * @param signal aborted when the page is cleared
 */
export async function searchSignatures(
  { id, signatures }: Pick<FileEntry, 'id' | 'signatures'>,
  file: File,
  signal: AbortSignal,
): Promise<void> {
  const isOpen =
    signatures?.step === 'failed' || mayChange(signatures) || mayHaveEvidence(signatures)
  if (signatures !== undefined && !isOpen) return
  await check(id, { file, signal }, () => setSignatures(id, { step: 'checking' }))
}

async function check(id: string, open: OpenFile, onStart: () => void): Promise<void> {
  const { file, signal } = open
  openFiles.delete(id)
  waiting.delete(id)
  const { evidence } = useVerify.getState()
  const result = await checkSignatures(file, { signal, onStart, access: recordAccess, evidence })
  if (signal.aborted) return
  setSignatures(id, result)
  if (needsEvidence(result)) {
    waiting.set(id, open)
    // It may have been added during the check.
    if (useVerify.getState().evidence.length > evidence.length) checkWithEvidence()
  }
  if (!mayChange(result)) return
  openFiles.set(id, open)
  if (isPending(result)) setTimeout(() => checkAgain(id), REFRESH_MS)
}

/** Checks the files again that may belong to evidence that was added. */
export function checkWithEvidence(): void {
  for (const [id, open] of [...waiting])
    if (!open.signal.aborted) void check(id, open, () => undefined)
}

/** Whether evidence beside the file can add to the answer: none was used for it. */
function needsEvidence(check: SignatureCheck | undefined): boolean {
  return check?.step === 'checked' && check.evidence === undefined
}

/** A file that was restored after a reload is read again for evidence that is on the page. */
function mayHaveEvidence(check: SignatureCheck | undefined): boolean {
  return needsEvidence(check) && useVerify.getState().evidence.length > 0
}

function checkAgain(id: string): void {
  const open = openFiles.get(id)
  if (open && !open.signal.aborted) void check(id, open, () => undefined)
}

function checkAllAgain(): void {
  for (const id of [...openFiles.keys()]) checkAgain(id)
}

/** A later check may answer otherwise, unless the signing request is verified or refuted. */
function mayChange(check: SignatureCheck | undefined): boolean {
  const verdict = check?.step === 'checked' ? check.request?.verdict : undefined
  return (
    isPending(check) ||
    verdict === 'incomplete' ||
    verdict === 'foreign-record' ||
    verdict === 'too-few-witnesses'
  )
}

function isPending(check: SignatureCheck | undefined): boolean {
  const verdict = check?.step === 'checked' ? check.request?.verdict : undefined
  return verdict === 'not-anchored' || verdict === 'not-final'
}

addEventListener('online', checkAllAgain)
useVerifyOptions.subscribe(checkAllAgain)
