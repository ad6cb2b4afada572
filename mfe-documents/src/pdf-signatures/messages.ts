/** Messages between the page and the worker that checks one PDF file. */
import type { RequestCheck } from '@inkproof/pdf-signatures/evidence/verify-request'
import type { PdfSignatures } from '@inkproof/pdf-signatures/report'
import type { Policy } from '@inkproof/proof/policy'

/** What the user trusts. `authorities`: roots of digital IDs, DER. `hasNode`: whether a blockchain node can be asked. */
export type Trust = { authorities: Uint8Array[]; policy: Policy | 'none'; hasNode: boolean }

/** What the worker may not request itself: a call of the node, a file of a record, a proof with what it lacks. */
export type Question =
  | { kind: 'rpc'; method: string; params: readonly unknown[] }
  | { kind: 'file'; origin: string; path: string }
  | { kind: 'proof'; proof: string }

/** The text of an evidence file on the page; `id` says which one it is. */
export type EvidenceText = { id: string; text: string }

export type ToWorker =
  | ({ type: 'file'; file: Blob; evidence?: readonly EvidenceText[] } & Trust)
  | { type: 'answer'; id: number; result: unknown }
  | { type: 'no-answer'; id: number; reason: string }

/**
 * `failed` if the file could not be read, for example because it was moved. After `checked` with `hasRequest`, the worker
 * asks, and ends with `verified`. `evidence`: ID of the evidence file that is about this file.
 */
export type FromWorker =
  | { type: 'checked'; report: PdfSignatures; hasRequest?: boolean; evidence?: string }
  | { type: 'failed' }
  | { type: 'ask'; id: number; question: Question }
  | { type: 'verified'; request: RequestCheck }
