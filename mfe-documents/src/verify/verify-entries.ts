import { toHex } from '@inkproof/proof/bytes'
import { PROOF_FILE_EXTENSION, parseProofFile } from '@inkproof/proof/proof-file'

/** A file, or only a pasted fingerprint (`size` is null then). */
export type FileEntry = { id: string; name: string; size: number | null; work: FileWork }

export type FileWork =
  | { step: 'reading'; doneBytes: number; bytesPerSecond: number }
  | { step: 'ready'; fingerprint: string }
  | { step: 'unreadable'; reason: string }

export type ProofEntry = {
  id: string
  name: string
  text: string
  /** Fingerprint of its file; null if the proof file cannot be read. */
  fingerprint: string | null
  /** Set if it was loaded from a link to a certificate. */
  shareLink: string | null
}

/** What is verified together: a file with its proof file, or one without the other. */
export type Row = { key: string; file: FileEntry | null; proof: ProofEntry | null }

const FIRST_LINE = 'c2sp.org/tlog-proof@'
/** Real proof files have a few thousand bytes; a larger file that begins like one is not one. */
const PROOF_MAX_BYTES = 1 << 20

export async function isProofFile(file: File): Promise<boolean> {
  if (file.size > PROOF_MAX_BYTES) return false
  if (file.name.endsWith(PROOF_FILE_EXTENSION)) return true
  try {
    return (await file.slice(0, FIRST_LINE.length).text()) === FIRST_LINE
  } catch {
    // Unreadable files are reported when they are fingerprinted.
    return false
  }
}

export function proofEntry(
  id: string,
  name: string,
  text: string,
  shareLink: string | null = null,
) {
  return { id, name, text, fingerprint: fingerprintIn(text), shareLink } satisfies ProofEntry
}

/**
 * Pairs files with proof files: by fingerprint; otherwise by name (`a.pdf` and `a.pdf.tlog-proof`), so that a
 * changed file is still paired with its proof; otherwise the only two left.
 */
export function pair(files: readonly FileEntry[], proofs: readonly ProofEntry[]): Row[] {
  const mates = new Map<FileEntry, ProofEntry>()
  const free = new Set(proofs)
  match(files, mates, free, fingerprintOf, ({ fingerprint }) => fingerprint)
  match(
    files,
    mates,
    free,
    ({ name }) => `${name}${PROOF_FILE_EXTENSION}`,
    ({ name }) => name,
  )
  const lonely = files.filter((file) => !mates.has(file))
  const [onlyFile] = lonely
  const [onlyProof] = free
  if (onlyFile && onlyProof && lonely.length === 1 && free.size === 1) {
    mates.set(onlyFile, onlyProof)
    free.delete(onlyProof)
  }
  return [
    ...files.map((file) => row(file, mates.get(file) ?? null)),
    ...[...free].map((proof) => row(null, proof)),
  ]
}

/** Pairs each unpaired file with the first free proof that has the same key; null matches nothing. */
function match(
  files: readonly FileEntry[],
  mates: Map<FileEntry, ProofEntry>,
  free: Set<ProofEntry>,
  keyOfFile: (file: FileEntry) => string | null,
  keyOfProof: (proof: ProofEntry) => string | null,
): void {
  const byKey = new Map<string | null, ProofEntry[]>()
  for (const proof of free) {
    const key = keyOfProof(proof)
    byKey.set(key, [...(byKey.get(key) ?? []), proof])
  }
  for (const file of files) {
    const key = keyOfFile(file)
    if (key === null || mates.has(file)) continue
    const proof = byKey.get(key)?.shift()
    if (proof === undefined) continue
    mates.set(file, proof)
    free.delete(proof)
  }
}

export function fingerprintOf(file: FileEntry | null): string | null {
  return file?.work.step === 'ready' ? file.work.fingerprint : null
}

function row(file: FileEntry | null, proof: ProofEntry | null): Row {
  return { key: `${file?.id ?? ''}/${proof?.id ?? ''}`, file, proof }
}

function fingerprintIn(text: string): string | null {
  try {
    return toHex(parseProofFile(text).opening.fingerprint)
  } catch {
    // The verifier reports what is wrong with it.
    return null
  }
}
