import { toHex } from '@inkproof/proof/bytes'
import { PROOF_FILE_EXTENSION, parseProofFile } from '@inkproof/proof/proof-file'
import type { SignatureCheck } from '../pdf-signatures/signature-check.ts'

/**
 * A file, or only a pasted fingerprint (`size` is null then). `signatures` is absent for a fingerprint, before the file was
 * searched for them, and in results stored by an earlier release.
 */
export type FileEntry = {
  id: string
  name: string
  size: number | null
  work: FileWork
  signatures?: SignatureCheck
}

export type FileWork =
  | { step: 'reading'; doneBytes: number; bytesPerSecond: number }
  | { step: 'ready'; fingerprint: string }
  | { step: 'unreadable'; reason: string }

export type ProofEntry = {
  id: string
  name: string
  text: string
  /** Fingerprint of the file that was certified; null if the proof file cannot be read. */
  fingerprint: string | null
  /** Set if the proof file was loaded from a link to a certificate. */
  shareLink: string | null
}

/** The evidence file of a PDF that was signed before it was sent. */
export type EvidenceEntry = { id: string; name: string; text: string }

/** A file and its proof file, verified together, or only one of them. */
export type Row = { key: string; file: FileEntry | null; proof: ProofEntry | null }

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
 * changed file is still paired with its proof; otherwise, if only one file and one proof file
 * are left, these two.
 */
export function pair(files: readonly FileEntry[], proofs: readonly ProofEntry[]): Row[] {
  const proofOf = new Map<FileEntry, ProofEntry>()
  const unpaired = new Set(proofs)
  pairByKey(files, proofOf, unpaired, fingerprintOf, ({ fingerprint }) => fingerprint)
  pairByKey(
    files,
    proofOf,
    unpaired,
    ({ name }) => `${name}${PROOF_FILE_EXTENSION}`,
    ({ name }) => name,
  )
  const unpairedFiles = files.filter((file) => !proofOf.has(file))
  const [onlyFile] = unpairedFiles
  const [onlyProof] = unpaired
  if (onlyFile && onlyProof && unpairedFiles.length === 1 && unpaired.size === 1) {
    proofOf.set(onlyFile, onlyProof)
    unpaired.delete(onlyProof)
  }
  return [
    ...files.map((file) => row(file, proofOf.get(file) ?? null)),
    ...[...unpaired].map((proof) => row(null, proof)),
  ]
}

/** Pairs each unpaired file with the first unpaired proof that has the same key; null matches nothing. */
function pairByKey(
  files: readonly FileEntry[],
  proofOf: Map<FileEntry, ProofEntry>,
  unpaired: Set<ProofEntry>,
  keyOfFile: (file: FileEntry) => string | null,
  keyOfProof: (proof: ProofEntry) => string | null,
): void {
  const byKey = new Map<string | null, ProofEntry[]>()
  for (const proof of unpaired) {
    const key = keyOfProof(proof)
    byKey.set(key, [...(byKey.get(key) ?? []), proof])
  }
  for (const file of files) {
    const key = keyOfFile(file)
    if (key === null || proofOf.has(file)) continue
    const proof = byKey.get(key)?.shift()
    if (proof === undefined) continue
    proofOf.set(file, proof)
    unpaired.delete(proof)
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
    // The verifier reports what is wrong with the proof file.
    return null
  }
}
