/** Adds one signature or document time-stamp to a file, as one incremental update. */
import type { PDF, PdfDict } from '@libpdf/core'
import type { DigitalId } from './digital-id.ts'
import { SigningError } from './errors.ts'
import { findField } from './pdf/form-fields.ts'
import { array, dict, dictOf, name, pdfDate, string } from './pdf/objects.ts'
import { append, open } from './pdf/open.ts'
import { signedData, type TimeStamper } from './sign/cms.ts'
import { OID } from './sign/oids.ts'
import { reserve, writeSignature } from './sign/placeholder.ts'

export type { TimeStamper } from './sign/cms.ts'

export type SignOptions = {
  /** Name of the signature field. */
  field: string
  digitalId: DigitalId
  /** Time of signing, shown by readers (`/M`). */
  signedAt: Date
  /** Adds a signature time-stamp (PAdES B-T), required for long-term validation. */
  timeStamp?: TimeStamper
  reason?: string
}

/** Reserved for the signature apart from certificates and time-stamp, in bytes: attributes and a signature of RSA-4096. */
const SIGNATURE_SIZE = 2048
/** Tokens of public authorities contain up to four certificates. */
const TOKEN_SIZE = 12_288

/**
 * Signs a prepared field (PAdES B-B, or B-T with a time-stamp).
 *
 * @throws UnusablePdf `unreadable`, `cannot-append`
 * @throws SigningError `unknown-field`, `already-signed-field`, `signature-not-valid`, `signature-too-large`
 */
export async function sign(file: Uint8Array, options: SignOptions): Promise<Uint8Array> {
  const pdf = await open(file)
  return signOpened(pdf, freeField(pdf, options.field), options)
}

/**
 * Adds a document time-stamp (ETSI EN 319 142-1, 5.4.3) to a prepared field.
 *
 * @throws UnusablePdf `unreadable`, `cannot-append`
 * @throws SigningError `unknown-field`, `already-signed-field`, `signature-too-large`
 */
export async function timeStampDocument(
  file: Uint8Array,
  options: { field: string; timeStamp: TimeStamper },
): Promise<Uint8Array> {
  const pdf = await open(file)
  return timeStampOpened(pdf, freeField(pdf, options.field), options.timeStamp)
}

/** As {@link sign}, for a field of an opened file with or without other changes. */
export async function signOpened(
  pdf: PDF,
  field: PdfDict,
  { digitalId, signedAt, timeStamp, reason }: Omit<SignOptions, 'field'>,
): Promise<Uint8Array> {
  const signature = signatureDict('Sig', 'ETSI.CAdES.detached')
  signature.set('M', pdfDate(signedAt))
  if (reason) signature.set('Reason', string(reason))
  const lock = dictOf(pdf, field, 'Lock')
  if (lock) signature.set('Reference', array(fieldLockReference(pdf, lock)))
  const certificates = [digitalId.certificate, ...digitalId.chain]
  const size =
    SIGNATURE_SIZE +
    certificates.reduce((sum, certificate) => sum + certificate.length, 0) +
    (timeStamp ? TOKEN_SIZE : 0)
  return write(pdf, field, signature, size, (digest) =>
    signedData({ type: OID.data, digest }, digitalId, timeStamp),
  )
}

/** As {@link timeStampDocument}, for a field of an opened file. */
export async function timeStampOpened(
  pdf: PDF,
  field: PdfDict,
  timeStamp: TimeStamper,
): Promise<Uint8Array> {
  return write(pdf, field, signatureDict('DocTimeStamp', 'ETSI.RFC3161'), TOKEN_SIZE, timeStamp)
}

function freeField(pdf: PDF, fieldName: string): PdfDict {
  const field = findField(pdf, fieldName)
  if (field?.type !== 'Sig') throw new SigningError('unknown-field', [fieldName])
  if (field.dict.has('V')) throw new SigningError('already-signed-field', [fieldName])
  return field.dict
}

function signatureDict(type: string, format: string): PdfDict {
  return dict({ Type: name(type), Filter: name('Adobe.PPKLite'), SubFilter: name(format) })
}

/** Repeats the field's lock inside the signature, where it is signed (ISO 32000-2, 12.8.2.4). */
function fieldLockReference(pdf: PDF, lock: PdfDict): PdfDict {
  const parameters = dict({ Type: name('TransformParams'), V: name('1.2') })
  for (const key of ['Action', 'Fields', 'P']) {
    const value = lock.get(key)
    if (value) parameters.set(key, value)
  }
  const root = pdf.context.info.trailer.getRef('Root')
  return dict({
    Type: name('SigRef'),
    TransformMethod: name('FieldMDP'),
    TransformParams: parameters,
    ...(root ? { Data: root } : {}),
  })
}

async function write(
  pdf: PDF,
  field: PdfDict,
  signature: PdfDict,
  size: number,
  create: (digest: Buffer) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const placeholder = reserve(signature, size)
  field.set('V', pdf.register(signature))
  return writeSignature(await append(pdf, { subsetFonts: true }), placeholder, create)
}
