import { toHex } from '@inkproof/proof/bytes'
import { type Policy, parsePolicy } from '@inkproof/proof/policy'
import { sha256Stream } from '@inkproof/proof/sha2'

/** A file that the user dropped or chose, by kind. */
export type DroppedFile =
  | { kind: 'document'; file: File }
  | { kind: 'proof'; file: File; text: string }
  | { kind: 'policy'; file: File; policy: Policy }

const FIRST_LINE = 'c2sp.org/tlog-proof@v1\n'
const MAX_TEXT_BYTES = 1 << 20

/**
 * Recognizes a proof file by its first line or its extension, and a policy by its extension and content. Every other
 * file, and every file above 1 MiB, is a document.
 */
export async function recognizeFile(file: File): Promise<DroppedFile> {
  if (file.size > MAX_TEXT_BYTES) return { kind: 'document', file }
  const text = await file.text()
  if (text.startsWith(FIRST_LINE) || file.name.endsWith('.tlog-proof')) {
    return { kind: 'proof', file, text }
  }
  const policy = file.name.endsWith('.json') ? tryParsePolicy(text) : null
  return policy === null ? { kind: 'document', file } : { kind: 'policy', file, policy }
}

/**
 * Computes the SHA-256 of a file of any size. Calls `onProgress` with the fraction that has been
 * read, from 0 to 1. Rejects when the file cannot be read.
 */
export async function computeFingerprint(
  file: File,
  onProgress: (fraction: number) => void,
): Promise<Uint8Array> {
  const hash = sha256Stream()
  const reader = file.stream().getReader()
  let bytesRead = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return hash.digest()
    hash.update(value)
    bytesRead += value.length
    onProgress(bytesRead / file.size)
  }
}

/** Formats a fingerprint for display: lower-case hex in groups of eight. */
export function formatFingerprint(bytes: Uint8Array): string {
  return toHex(bytes).replaceAll(/.{8}(?=.)/g, '$& ')
}

function tryParsePolicy(text: string): Policy | null {
  try {
    return parsePolicy(text)
  } catch {
    return null
  }
}
