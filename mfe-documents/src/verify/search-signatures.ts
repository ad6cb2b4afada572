/** Checks the signatures of added files, and again while the answer about a signing request may change. */
import { checkSignatures } from '../pdf-signatures/check-signatures.ts'
import type { SignatureCheck } from '../pdf-signatures/signature-check.ts'
import { recordAccess } from './record-access.ts'
import { setSignatures } from './verify.store.ts'
import type { FileEntry } from './verify-entries.ts'
import { useVerifyOptions } from './verify-options.store.ts'

/** Time between two checks of a signing request that is not yet final. */
const REFRESH_MS = 3_000

type OpenFile = { file: File; signal: AbortSignal }

/** Files whose answer may change with the record, the connection or the trust settings. */
const openFiles = new Map<string, OpenFile>()

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
  const isOpen = signatures?.step === 'failed' || mayChange(signatures)
  if (signatures !== undefined && !isOpen) return
  await check(id, { file, signal }, () => setSignatures(id, { step: 'checking' }))
}

async function check(id: string, open: OpenFile, onStart: () => void): Promise<void> {
  const { file, signal } = open
  openFiles.delete(id)
  const result = await checkSignatures(file, { signal, onStart, access: recordAccess })
  if (signal.aborted) return
  setSignatures(id, result)
  if (!mayChange(result)) return
  openFiles.set(id, open)
  if (isPending(result)) setTimeout(() => checkAgain(id), REFRESH_MS)
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
