/** Whether a prepared file has the form that everybody signs, or its own. */
import { equal } from '@inkproof/proof/bytes'
import type { Envelope } from '@inkproof/signing/envelope'
import { digest } from '../cms/encoding.ts'
import { findByteRanges } from '../detect.ts'
import { catalogOf, PdfDocument } from '../pdf/document.ts'
import { MAX_VALUES, openFile, type PdfFile } from '../pdf/file.ts'
import { hasTrueLinearization, isStrictFile } from '../pdf/strict-update.ts'
import { dictOf, TooLargeError, UnreadableError } from '../pdf/values.ts'
import { readFields } from '../signature-fields.ts'
import { readPlaces } from './field-place.ts'
import { readPageTree } from './page-tree.ts'
import { isInert } from './prepared-document.ts'
import { type FormFields, isPreparedForm } from './prepared-form.ts'
import { digestsOf, type PreparedRevision } from './prepared-revision.ts'
import { signedFields } from './signed-fields.ts'

/**
 * Whether the verifier will recognize a prepared file that nobody of the request has signed yet: it finds its end in the finished
 * file, and its form fits the envelope. A file that cannot be read without guessing is not recognized: once it is signed, it
 * could not be confirmed either.
 */
export async function isExpectedForm(
  bytes: Uint8Array<ArrayBuffer>,
  envelope: Envelope,
): Promise<boolean> {
  try {
    const file = openFile(bytes, bytes.length, { values: MAX_VALUES })
    const revision = file.revisions.length - 1
    const prepared = { digest: await digest('SHA-256', bytes), revision }
    const found = await digestsOf(file, revision)
    return (
      found.some((candidate) => equal(candidate, prepared.digest)) &&
      hasTrueLinearization(file) &&
      hasExpectedForm(file, prepared, envelope)
    )
  } catch (error) {
    if (error instanceof UnreadableError || error instanceof TooLargeError) return false
    throw error
  }
}

/**
 * Whether the form of a prepared file fits the envelope. A file that was already signed keeps its form, and all fields of the
 * request are signatures that are added later. Any other file was rewritten with exactly the fields of the request.
 */
export function hasExpectedForm(
  file: PdfFile,
  { digest: prepared, revision }: PreparedRevision,
  envelope: Envelope,
): boolean {
  const document = new PdfDocument(file, revision)
  const index = envelope.documents.findIndex(({ fingerprint }) => equal(fingerprint, prepared))
  if (index < 0) return false
  const expected = formFieldsOf(envelope, index)
  return isKept(document, revision, expected) || isRewritten(document, revision, expected)
}

/** What is rewritten has one revision, and pages that all readers see alike. */
function isRewritten(document: PdfDocument, revision: number, expected: FormFields): boolean {
  if (revision > 0 || !isStrictFile(document.file)) return false
  const { isPlain, pages } = readPageTree(document)
  if (!isPlain || !pages.every(Boolean)) return false
  const places = readPlaces(document)
  return isInert(places) && isPreparedForm(places, expected)
}

/** A file that looks signed is never rewritten. All readers must see the pages on which signatures are added alike. */
function isKept(document: PdfDocument, revision: number, { fields }: FormFields): boolean {
  if (!looksSigned(document, revision)) return false
  const names = new Set([...readFields(document).values()].map(({ name }) => name))
  const { pages } = readPageTree(document)
  return fields.every(
    ({ id, page, type }) => type === 'signature' && !names.has(id) && pages[page - 1] === true,
  )
}

/** As `packages/pdf-signing` decides: signatures can be compressed, in no field, or only a certification. */
function looksSigned(document: PdfDocument, revision: number): boolean {
  const { bytes } = document.file
  const permissions = dictOf(document.get(catalogOf(document), 'Perms'))
  return (
    findByteRanges(bytes.subarray(0, document.end), 1).length > 0 ||
    signedFields(document.file, revision).size > 0 ||
    (permissions !== null && dictOf(document.get(permissions, 'DocMDP')) !== null)
  )
}

/** The fields of one of an envelope's documents. */
function formFieldsOf({ fields, recipients }: Envelope, index: number): FormFields {
  return {
    fields: fields.filter(({ document }) => document === index),
    signers: recipients.filter(({ role }) => role === 'signer').map(({ id }) => id),
  }
}
