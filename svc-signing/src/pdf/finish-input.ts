/** What a finished file is made from. */
import type { DigitalId } from '@inkproof/pdf-signing/digital-id'
import type { FieldValue } from '@inkproof/pdf-signing/fill'
import type { TimeStamper } from '@inkproof/pdf-signing/sign'
import type { ValidationData } from '@inkproof/pdf-signing/validation-data'

/** A value of a field: what it shows, with its text, or whether a checkbox is selected. */
export type FinishValue = Extract<FieldValue, { appearance: Uint8Array } | { checked: boolean }>

export type FinishSigner = {
  /** Name of the signature field. */
  field: string
  digitalId: DigitalId
  signedAt: Date
}

export type FinishInput = {
  prepared: Uint8Array
  /** By the name of the field. */
  values: Record<string, FinishValue>
  /** The file to attach. */
  evidence: { name: string; data: Uint8Array }
  /** Date of the evidence. */
  filledAt: Date
  /** In the order of signing. */
  signers: FinishSigner[]
  /** The installation's final signature. */
  seal: Omit<FinishSigner, 'field'>
  timeStamp: TimeStamper
  /**
   * Called after the last time-stamp of a signature: the CRLs must be issued now. The certificates of the digital IDs and
   * their chains need not be listed.
   */
  validationData(): Promise<ValidationData>
}
