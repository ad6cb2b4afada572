/** What earlier signatures of a file permit (ISO 32000-2, 12.8.2). */
import { type PDF, PdfDict } from '@libpdf/core'
import { UnusablePdf } from '../errors.ts'
import { type FormField, formFields } from '../pdf/form-fields.ts'
import { arrayOf, dictOf, nameOf, numberOf, resolve } from '../pdf/objects.ts'

/** An existing signature or document time-stamp. */
export type ExistingSignature = {
  field: string
  kind: 'signature' | 'certification' | 'document-time-stamp'
  /** Of a certification: permitted changes (1: none; 2: forms and signatures; 3: annotations too). */
  permission?: 1 | 2 | 3
}

/**
 * How a file can be signed. `rewrite`: it has no signatures. `append-visible`: new signatures can be visible.
 * `append-invisible`: it is certified with P=2 or 3, so new signatures must be invisible.
 */
export type SigningWay = 'rewrite' | 'append-visible' | 'append-invisible'

/** The signatures of a file, in the order of its fields. */
export function existingSignatures(pdf: PDF): ExistingSignature[] {
  return signedFields(pdf).map(({ field, signature }) => {
    if (nameOf(pdf, signature, 'Type') === 'DocTimeStamp')
      return { field: field.name, kind: 'document-time-stamp' }
    const permission = certificationLevel(pdf, signature)
    if (permission) return { field: field.name, kind: 'certification', permission }
    return { field: field.name, kind: 'signature' }
  })
}

/**
 * How the file can be signed.
 *
 * @param bytes of the file
 * @throws UnusablePdf `certified-no-changes`, `locked` or `usage-rights`
 */
export function signingWay(pdf: PDF, bytes: Uint8Array): SigningWay {
  const signed = signedFields(pdf)
  const permissions = dictOf(pdf, pdf.getCatalog(), 'Perms')
  if (permissions?.has('UR3') || permissions?.has('UR')) throw new UnusablePdf('usage-rights')
  const certification = dictOf(pdf, permissions, 'DocMDP')
  const levels = [
    ...(certification ? [certificationLevel(pdf, certification) ?? 2] : []),
    ...signed.flatMap(({ field, signature }) => restrictions(pdf, field, signature)),
  ]
  if (levels.includes(1)) throw new UnusablePdf('certified-no-changes')
  if (signed.some(({ field, signature }) => locksNewFields(pdf, field, signature)))
    throw new UnusablePdf('locked')
  if (levels.length > 0) return 'append-invisible'
  return signed.length > 0 || mentionsSignature(bytes) ? 'append-visible' : 'rewrite'
}

/**
 * Whether the file looks signed, although no signature field was found: rewriting it would destroy the signatures. The
 * dictionary of a signature is never compressed, because the signature refers to its bytes. AppendOnly (bit 2 of `SigFlags`)
 * does not count: it protects signatures (ISO 32000-2, table 225), and without any there is nothing to protect.
 */
function mentionsSignature(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('/ByteRange')
}

function signedFields(pdf: PDF): { field: FormField; signature: PdfDict }[] {
  return formFields(pdf).flatMap((field) => {
    const signature = field.type === 'Sig' ? dictOf(pdf, field.dict, 'V') : undefined
    return signature ? [{ field, signature }] : []
  })
}

/** Levels of the signature itself and of its field's lock (`/P` of ISO 32000-2, table 236), which it may repeat. */
function restrictions(pdf: PDF, field: FormField, signature: PdfDict): (1 | 2 | 3)[] {
  const level = certificationLevel(pdf, signature)
  const locks = locksOf(pdf, field, signature).flatMap((lock) =>
    lock.has('P') ? [levelOf(numberOf(pdf, lock, 'P') ?? 1)] : [],
  )
  return [...(level ? [level] : []), ...locks]
}

function certificationLevel(pdf: PDF, signature: PdfDict): 1 | 2 | 3 | undefined {
  const reference = referencesOf(pdf, signature).find(
    (entry) => nameOf(pdf, entry, 'TransformMethod') === 'DocMDP',
  )
  if (!reference) return undefined
  return levelOf(numberOf(pdf, dictOf(pdf, reference, 'TransformParams'), 'P') ?? 2)
}

/** Unknown levels count as the strictest. */
function levelOf(value: number): 1 | 2 | 3 {
  return value === 2 || value === 3 ? value : 1
}

/** `All` locks every field, and `Exclude` every field that it does not name, so also those added later. */
function locksNewFields(pdf: PDF, field: FormField, signature: PdfDict): boolean {
  return locksOf(pdf, field, signature).some((lock) => {
    const action = nameOf(pdf, lock, 'Action')
    return action === 'All' || action === 'Exclude'
  })
}

/** The locks in the signature and in its field. */
function locksOf(pdf: PDF, field: FormField, signature: PdfDict): PdfDict[] {
  const repeated = referencesOf(pdf, signature)
    .filter((entry) => nameOf(pdf, entry, 'TransformMethod') === 'FieldMDP')
    .map((entry) => dictOf(pdf, entry, 'TransformParams'))
  return [...repeated, dictOf(pdf, field.dict, 'Lock')].flatMap((lock) => lock ?? [])
}

function referencesOf(pdf: PDF, signature: PdfDict): PdfDict[] {
  const references = arrayOf(pdf, signature, 'Reference')?.toArray() ?? []
  return references.flatMap((item) => {
    const entry = resolve(pdf, item)
    return entry instanceof PdfDict ? [entry] : []
  })
}
