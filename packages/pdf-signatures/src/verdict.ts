/** Combines the checks of a signature, and of all signatures of a file, to one answer each. */
import { type Change, isChanged, type PdfSignature, type PdfSignatures } from './report.ts'

/**
 * The answer about one signature, in the order of the checks: the first that applies. `signed` and `unconfirmed` are
 * intact, with only permitted changes since; `unconfirmed` means that the name of the signer rests on an authority that
 * the reader did not choose to trust.
 */
export type SignatureVerdict =
  | 'invalid'
  | 'changed'
  | 'revoked'
  | 'wrong-chain'
  | 'expired'
  | 'not-checked'
  | 'unconfirmed'
  | 'signed'

/** From the worst to the best; the answer about a file is the worst of its signatures. */
const SEVERITY: readonly SignatureVerdict[] = [
  'invalid',
  'changed',
  'revoked',
  'wrong-chain',
  'expired',
  'not-checked',
  'unconfirmed',
  'signed',
]

export function signatureVerdict(signature: PdfSignature): SignatureVerdict {
  const { integrity, chain } = signature
  if (integrity.status === 'invalid')
    return integrity.code === 'unsupported' ? 'not-checked' : 'invalid'
  if (isChanged(signature)) return 'changed'
  switch (chain.status) {
    case 'revoked':
      return 'revoked'
    case 'invalid':
      return 'wrong-chain'
    case 'expired':
      return 'expired'
    default:
      if (hasInvalidTimeStamp(signature)) return 'invalid'
      if (isOutsideValidity(signature)) return 'expired'
      return chain.status === 'trusted' ? 'signed' : 'unconfirmed'
  }
}

/** The answer about a file with at least one signature. */
export function fileVerdict(signatures: readonly PdfSignature[]): SignatureVerdict {
  const verdicts = signatures.map(signatureVerdict)
  const worst = SEVERITY.find((verdict) => verdicts.includes(verdict))
  if (worst === undefined) throw new Error('the file has no signatures')
  return worst
}

/**
 * Whether there are signatures, and all of them are intact, with only permitted changes since, whoever issued their digital IDs and
 * time-stamps. The answer about a file with a signing request is then that of the request: the record shows who signed.
 */
export function hasOnlyIntactSignatures(signatures: readonly PdfSignature[]): boolean {
  const verdict = signatures.length > 0 && fileVerdict(signatures)
  return verdict === 'signed' || verdict === 'unconfirmed' || verdict === 'expired'
}

/**
 * Whether the answer about a file is that of its signing request, if it has one: a file without signatures, such as a signing
 * record, has no other answer.
 */
export function isDecidedByRequest<T>(
  { signatures }: PdfSignatures,
  request: T | null | undefined,
): request is T {
  const hasRequest = request !== null && request !== undefined
  return hasRequest && (signatures.length === 0 || hasOnlyIntactSignatures(signatures))
}

/** Changes that leave what people read as it was. */
const NO_CONTENT: ReadonlySet<Change['kind']> = new Set([
  'signature-added',
  'time-stamp-added',
  'validation-data-added',
  'metadata-changed',
])

/** The permitted changes after a signature that people can read, such as a field that was filled in later. */
export function additionsAfter({ changesAfter }: PdfSignature): Change[] {
  return changesAfter.filter(({ kind, isPermitted }) => isPermitted && !NO_CONTENT.has(kind))
}

/**
 * Whether a signature is intact, with only permitted changes since, and its digital ID was valid at the time that the file
 * states, whoever issued it. Of an unproved time after which the digital ID expired, the answer is about the stated time.
 */
export function isIntactWithinValidity(signature: PdfSignature): boolean {
  const verdict = signatureVerdict(signature)
  if (verdict === 'expired') return !hasInvalidTimeStamp(signature) && !isOutsideValidity(signature)
  return verdict === 'signed' || verdict === 'unconfirmed'
}

/** Whether the time that the file states is not within the validity of the digital ID. A trusted time-stamp was compared. */
function isOutsideValidity({ signer, claimedAt, timeStamp }: PdfSignature): boolean {
  const stated = timeStamp?.time ?? claimedAt
  if (signer === null || stated === null || timeStamp?.chain === 'trusted') return false
  const [from, time, until] = [signer.validFrom, stated, signer.validUntil].map(Date.parse)
  return from === undefined || time === undefined || until === undefined
    ? false
    : time < from || time > until
}

function hasInvalidTimeStamp({ timeStamp }: PdfSignature): boolean {
  return timeStamp !== null && !timeStamp.isValid
}
