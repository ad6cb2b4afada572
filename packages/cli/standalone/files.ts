import { toHex } from '@inkproof/proof/bytes'
import { type Policy, parsePolicy } from '@inkproof/proof/policy'
import { sha256Stream } from '@inkproof/proof/sha2'

/** What a dropped file turned out to be. */
export type Dropped =
  | { is: 'document'; file: File }
  | { is: 'proof'; file: File; text: string }
  | { is: 'policy'; file: File; policy: Policy }

const FIRST_LINE = 'c2sp.org/tlog-proof@v1\n'
const LARGEST_TEXT_BYTES = 1 << 20

/** Tells proof files and policies by what is in them; everything else is the document. */
export async function recognise(file: File): Promise<Dropped> {
  if (file.size > LARGEST_TEXT_BYTES) return { is: 'document', file }
  const text = await file.text()
  if (text.startsWith(FIRST_LINE) || file.name.endsWith('.tlog-proof')) {
    return { is: 'proof', file, text }
  }
  const policy = file.name.endsWith('.json') ? policyIn(text) : null
  return policy === null ? { is: 'document', file } : { is: 'policy', file, policy }
}

/** SHA-256 of a file of any size, with `onProgress` from 0 to 1. Rejects when the file cannot be read. */
export async function fingerprint(
  file: File,
  onProgress: (done: number) => void,
): Promise<Uint8Array> {
  const hash = sha256Stream()
  const reader = file.stream().getReader()
  let read = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return hash.digest()
    hash.update(value)
    read += value.length
    onProgress(read / file.size)
  }
}

/** A fingerprint for people: lower-case hex in groups of eight. */
export function grouped(bytes: Uint8Array): string {
  return toHex(bytes).replaceAll(/.{8}(?=.)/g, '$& ')
}

function policyIn(text: string): Policy | null {
  try {
    return parsePolicy(text)
  } catch {
    return null
  }
}
