/** What a finished file is made from. */
import type { DigitalId } from '@inkproof/pdf-signing/digital-id'
import type { FieldValue } from '@inkproof/pdf-signing/fill'
import type { Rectangle } from '@inkproof/pdf-signing/inspect'
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

/** What signs a finished file, and makes it verifiable for the long term. */
export type SealInput = {
  prepared: Uint8Array
  /** The installation's final signature. */
  seal: Omit<FinishSigner, 'field'>
  timeStamp: TimeStamper
  /**
   * Called after the last time-stamp of a signature: the installation's CRLs must be issued now, and OCSP responses fetched now. The certificates of the digital IDs and
   * their chains need not be listed.
   */
  validationData(): Promise<ValidationData>
}

/** A signer of a file that was already signed; `signer` is the index among all signers of the request. */
type AppendSigner = Omit<FinishSigner, 'field'> & {
  signer: number
  /** Where the signature is shown; null if it is not. */
  place: SignaturePlace | null
}

/** `page` is 0-based; the appearance is a content stream. */
export type SignaturePlace = { page: number; rectangle: Rectangle; appearance: Uint8Array }

export type AppendInput = SealInput & {
  /** Number of all signers of the request. */
  signerCount: number
  /** In the order of signing. */
  signers: AppendSigner[]
}

export type FinishInput = SealInput & {
  /** By the name of the field. */
  values: Record<string, FinishValue>
  /** The file to attach. */
  evidence: { name: string; data: Uint8Array }
  /** Date of the evidence. */
  filledAt: Date
  /** In the order of signing. */
  signers: FinishSigner[]
}
