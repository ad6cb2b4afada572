/** What the verification of evidence gets, and what its checks share. */
import type { Envelope } from './envelope.ts'
import type { Evidence } from './evidence.ts'
import type { HiddenValue, RevealedValue } from './hidden-value.ts'
import type { Person } from './people.ts'
import type { SignedStatement } from './signed-statement.ts'
import type { Statement } from './statement.ts'
import type { Step } from './step.ts'

/** What the caller found out about the record by verifying the evidence's proof file (packages/proof). */
export type RecordResult = {
  origin: string
  chainId: number
  /** Whether the proof of the entry passed: inclusion, checkpoint, trust, and anchor or witnesses. */
  outcome: 'passed' | 'failed' | 'not checked'
  /** Leaf hash of the entry that was verified. */
  leaf: Uint8Array
  /** Time of the first block that anchors the entry; null if it is not anchored or no block was confirmed. */
  anchoredAt: Date | null
  /**
   * Whether an entry of kind 2 names the envelope's first entry, by the status at the first anchor that covers the
   * entry.
   */
  firstEntry: 'valid' | 'ended' | 'unknown'
}

/** A signature of the PDF. */
export type PdfSignatureResult = {
  /** Whether it is intact and its digital ID leads to an authority that the caller accepts. */
  isValid: boolean
  /** The statement's digest from the extension of the digital ID; null if it has none. */
  statement: Uint8Array | null
  /** From the digital ID: common name and rfc822Name. */
  name: string | null
  email: string | null
}

/** What the caller found in the PDF. */
export type PdfResult = {
  /** SHA-256 of the prepared PDF, which is the beginning of the finished one; null if unknown. */
  prepared: Uint8Array | null
  /** In the order in which they were made. */
  signatures: readonly PdfSignatureResult[]
  /**
   * The envelope's fields in this PDF by ID: their values, and the SHA-256 of the appearance streams that were added or
   * changed after preparation; null if they were not read. A field without a value is missing or has an empty one; a
   * selected checkbox or radio button has `1`. Signature fields that the envelope does not have are left out.
   */
  content: ReadonlyMap<string, { value?: string; appearance?: Uint8Array }> | null
  /** How many of the signatures, which come first, the prepared PDF has; none if it was prepared by rewriting. */
  signaturesBefore?: number
  /** Whether the form of the prepared PDF is not the one that the envelope describes. */
  hasOtherForm?: boolean
  /** Whether anything but the fields and the evidence was changed between the prepared PDF and the first signature. */
  hasOtherChanges?: boolean
}

export type EvidenceInput = {
  /** Text of the evidence file. */
  evidence: string
  /** Null if the record was not checked. */
  record: RecordResult | null
  /** Null if there is no PDF at hand. */
  pdf: PdfResult | null
}

/** A statement of the evidence, decoded, and who made it. */
export type KnownStatement = {
  index: number
  signed: SignedStatement
  statement: Statement
  /** Hex. */
  digest: string
  /** Undefined if the envelope and the steps that replace recipients have no such recipient. */
  person: Person | undefined
  /** The statement's values and those that are revealed, by `hiddenKey`. */
  hidden: ReadonlyMap<string, HiddenValue>
  revealed: ReadonlyMap<string, RevealedValue>
}

/** Everything about the request, after evidence, envelope and steps were read. */
export type EvidenceContext = {
  input: Pick<EvidenceInput, 'record' | 'pdf'>
  evidence: Evidence
  envelope: Envelope
  /** 32 bytes. */
  envelopeDigest: Uint8Array
  /** At least one. */
  steps: Step[]
  people: ReadonlyMap<string, Person>
  /** In the order of the evidence; those that cannot be decoded are missing. */
  statements: readonly KnownStatement[]
  entered: Entered
}

/** What all recipients entered. */
export type Entered = {
  /** Who entered a value, by `hiddenKey`: the first statement that contains it. */
  statements: ReadonlyMap<string, KnownStatement>
  /** The revealed values and the read-only defaults of fields, by field ID; `filled` for one with an appearance only. */
  values: ReadonlyMap<string, string>
  /** IDs of the fields that were filled, but whose values are not revealed. */
  withheld: ReadonlySet<string>
}
