import { toHex } from '@inkproof/proof/bytes'
import { parseProofFile } from '@inkproof/proof/proof-file'

/** A file, or only its fingerprint where somebody pasted one (`size` is null then). */
export type FileEntry = { id: string; name: string; size: number | null; work: FileWork }

export type FileWork =
  | { step: 'reading'; doneBytes: number; bytesPerSecond: number }
  | { step: 'ready'; fingerprint: string }
  | { step: 'unreadable'; reason: string }

export type ProofEntry = {
  id: string
  name: string
  text: string
  /** Of the file it is about; null when the proof file cannot be read. */
  fingerprint: string | null
  /** Where it came by a link to a certificate. */
  shareLink: string | null
}

/** What is verified together: a file with its proof file, or one without the other. */
export type Row = { key: string; file: FileEntry | null; proof: ProofEntry | null }

const FIRST_LINE = 'c2sp.org/tlog-proof@'
/** Real ones have a few thousand bytes; a larger file with this beginning is no proof file. */
const PROOF_MAX_BYTES = 1 << 20

export async function isProofFile(file: File): Promise<boolean> {
  if (file.size > PROOF_MAX_BYTES) return false
  if (file.name.endsWith('.tlog-proof')) return true
  try {
    return (await file.slice(0, FIRST_LINE.length).text()) === FIRST_LINE
  } catch {
    // Unreadable files are told of when they are fingerprinted.
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
 * Puts files and proof files together: by fingerprint; else by name (`a.pdf` and `a.pdf.tlog-proof`),
 * so that a changed file still meets the proof it came with; else the only two left.
 */
export function pair(files: readonly FileEntry[], proofs: readonly ProofEntry[]): Row[] {
  const taken = new Map<FileEntry, ProofEntry>()
  const free = () => proofs.filter((proof) => ![...taken.values()].includes(proof))
  const match = (fits: (file: FileEntry, proof: ProofEntry) => boolean) => {
    for (const file of files) {
      if (taken.has(file)) continue
      const proof = free().find((other) => fits(file, other))
      if (proof) taken.set(file, proof)
    }
  }
  match((file, { fingerprint }) => fingerprint !== null && fingerprint === fingerprintOf(file))
  match((file, { name }) => name === `${file.name}.tlog-proof`)
  const [onlyFile, ...otherFiles] = files.filter((file) => !taken.has(file))
  const [onlyProof, ...otherProofs] = free()
  if (onlyFile && onlyProof && otherFiles.length + otherProofs.length === 0) {
    taken.set(onlyFile, onlyProof)
  }
  return [
    ...files.map((file) => row(file, taken.get(file) ?? null)),
    ...free().map((proof) => row(null, proof)),
  ]
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
    // What is wrong with it is the verifier's to say.
    return null
  }
}
