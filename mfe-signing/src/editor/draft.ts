import type { FieldType, Rectangle } from '@inkproof/protocol/envelopes'
import type { Mark } from '../appearance/mark.ts'

/** What the signer entered; the kind depends on the type of the field. */
export type FieldValue =
  | { kind: 'text'; text: string }
  | { kind: 'checkbox'; isSelected: boolean }
  | { kind: 'signature'; signature: Mark }

/** A field on a page of the uploaded document. */
export type PlacedField = {
  /** Random, and only used in this browser. */
  id: string
  type: FieldType
  /** Counts from 1. */
  page: number
  /** In points of the page's user space, before rotation. */
  rectangle: Rectangle
  required: boolean
  /** Null until something was entered. */
  value: FieldValue | null
}

/** A document that is being prepared, as this browser stores it; its file is stored separately. */
export type Draft = {
  /** Becomes the ID of the envelope, so that a repeated upload creates one envelope. */
  id: string
  /** The account that owns the draft; null for a visitor's draft, which the next sign-in assigns to that account. */
  accountId: string | null
  addedAtMs: number
  fileName: string
  title: string
  signerName: string
  fields: PlacedField[]
}

/** A draft in which nothing is missing. Its fields of the types `name` and `email` contain the signer's own. */
export type ReadyDraft = {
  envelopeId: string
  file: File
  title: string
  signerName: string
  /** In the order in which they are sent. */
  fields: PlacedField[]
}

/** The default title: `Lease 2026` for `Lease 2026.pdf`. */
export function titleFor(fileName: string): string {
  return (fileName.replace(/\.pdf$/i, '') || fileName).slice(0, 200)
}
