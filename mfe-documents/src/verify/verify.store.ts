import { create } from 'zustand'
import type { SignatureCheck } from '../pdf-signatures/signature-check.ts'
import type { EvidenceEntry, FileEntry, FileWork, ProofEntry } from './verify-entries.ts'
import type { RowOutcome } from './verify-row.ts'

type VerifyState = {
  files: FileEntry[]
  proofs: ProofEntry[]
  /** By the row's key. Cleared when the user changes the trust settings or the node. */
  outcomes: Record<string, RowOutcome>
  /** Evidence of signing requests, which is checked together with its PDF. Not stored in the browser. */
  evidence: EvidenceEntry[]
  /** Number of the user's actions so far; the page shows and focuses the result of each. */
  actionCount: number
}

/** What is on the page. */
export type VerifyRows = Omit<VerifyState, 'actionCount' | 'evidence'>

const EMPTY: VerifyRows = { files: [], proofs: [], outcomes: {} }

/** Everything being verified. */
export const useVerify = create<VerifyState>()(() => ({ ...EMPTY, evidence: [], actionCount: 0 }))

let lastId = 0

/** Returns an ID for a new file or proof file. */
export function nextId(): string {
  lastId += 1
  return String(lastId)
}

export function countAction(): void {
  useVerify.setState(({ actionCount }) => ({ actionCount: actionCount + 1 }))
}

/** Shows these rows instead of the current ones. */
export function replaceRows(rows: VerifyRows): void {
  lastId = Math.max(lastId, ...[...rows.files, ...rows.proofs].map(({ id }) => Number(id)))
  useVerify.setState(rows)
}

export function clearRows(): void {
  useVerify.setState({ ...EMPTY, evidence: [] })
}

export function addFileEntry(file: FileEntry): void {
  useVerify.setState(({ files }) => ({ files: [...files, file] }))
}

export function addProofEntry(proof: ProofEntry): void {
  useVerify.setState(({ proofs }) => ({ proofs: [...proofs, proof] }))
}

export function addEvidenceEntry(entry: EvidenceEntry): void {
  useVerify.setState(({ evidence }) => ({ evidence: [...evidence, entry] }))
}

export function removeEvidence(id: string): void {
  useVerify.setState(({ evidence }) => ({ evidence: evidence.filter((one) => one.id !== id) }))
}

export function setWork(id: string, work: FileWork): void {
  useVerify.setState(({ files }) => ({
    files: files.map((file) => (file.id === id ? { ...file, work } : file)),
  }))
}

export function setSignatures(id: string, signatures: SignatureCheck): void {
  useVerify.setState(({ files }) => ({
    files: files.map((file) => (file.id === id ? { ...file, signatures } : file)),
  }))
}

export function removeFile(id: string): void {
  useVerify.setState(({ files }) => ({ files: files.filter((file) => file.id !== id) }))
}

export function setOutcome(key: string, outcome: RowOutcome): void {
  useVerify.setState(({ outcomes }) => ({ outcomes: { ...outcomes, [key]: outcome } }))
}

export function clearOutcomes(): void {
  useVerify.setState({ outcomes: {} })
}
