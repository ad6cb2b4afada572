/** The checks that compare the evidence with the PDF. */
import { equal, toHex, utf8 } from '@inkproof/proof/bytes'
import { type Finding, notChecked, passed } from '@inkproof/proof/finding'
import { must } from '@inkproof/proof/proof-error'
import { makeSentence } from '@inkproof/proof/sentence'
import { personOf } from './check-statement.ts'
import { HAVE_NO_STREAM } from './check-values.ts'
import type {
  Entered,
  EvidenceContext,
  KnownStatement,
  PdfResult,
  PdfSignatureResult,
} from './evidence-context.ts'
import type { Field } from './field.ts'
import { isShown } from './field-value.ts'
import { hiddenKey, isRevealed } from './hidden-value.ts'
import { noInput } from './verification.ts'

/** The common name in a one-time digital ID of a person whose mailbox was checked. */
export function digitalIdName(name: string): string {
  return `${name} (e-mail checked)`
}

/** The rfc822Name for an address, which is ASCII (RFC 5280, 4.2.1.6); null for a mailbox that is not. */
function rfc822Name(address: string): string | null {
  const at = address.lastIndexOf('@')
  const domain = `https://${address.slice(at + 1)}`
  const host = URL.canParse(domain) ? new URL(domain).hostname : ''
  const ascii = `${address.slice(0, at)}@${host}`
  return /^[\x21-\x7e]+$/.test(ascii) ? ascii : null
}

/**
 * Checks that the PDF was prepared for this envelope and with its form, has no other fields, and that the read-only ones are
 * unchanged, or empty if they are not shown.
 *
 * @throws ProofError OTHER_DOCUMENT, FORM_DIFFERS, CHANGED_BEFORE_SIGNING, UNKNOWN_FIELD, DEFAULT_CHANGED
 */
export function checkDocument({ entered, envelope, input: { pdf } }: EvidenceContext): Finding {
  if (!pdf?.prepared) return noInput()
  const index = documentIndex(envelope.documents, pdf.prepared)
  must(index >= 0, 'OTHER_DOCUMENT', 'The PDF is not one of this signing request.')
  must(
    !pdf.hasOtherForm,
    'FORM_DIFFERS',
    'The form in the PDF is not the one that the signing request describes.',
  )
  must(
    !pdf.hasOtherChanges,
    'CHANGED_BEFORE_SIGNING',
    'Something else was changed in the PDF before the first signature.',
  )
  const fields = envelope.fields.filter(({ document }) => document === index)
  if (pdf.content) checkFields(fields, pdf.content, entered)
  return passed({ document: envelope.documents[index]?.name ?? '' })
}

/**
 * Checks that no signature of the PDF names a statement that the evidence lacks. Those that the document had before it was
 * sent, and those that were added after the last one of this request, can be of other requests.
 *
 * @throws ProofError UNKNOWN_STATEMENT
 */
export function checkSignatures({ input: { pdf }, statements }: EvidenceContext): Finding {
  if (!pdf) return noInput()
  const digests = statements.map(({ digest }) => digest)
  const isOwn = ({ statement }: PdfSignatureResult) =>
    statement !== null && digests.includes(toHex(statement))
  const last = pdf.signatures.findLastIndex(isOwn)
  const end = last < 0 ? pdf.signatures.length : last
  for (const signature of pdf.signatures.slice(pdf.signaturesBefore ?? 0, end)) {
    const isKnown = signature.statement === null || isOwn(signature)
    must(isKnown, 'UNKNOWN_STATEMENT', 'A signature names a statement that is not in the evidence.')
  }
  return passed({ signatures: String(pdf.signatures.length) })
}

/**
 * Checks that exactly one valid signature of the PDF names the statement, and that its digital ID names the recipient.
 * Who only approved need not have one.
 *
 * @throws ProofError UNKNOWN_RECIPIENT, NO_DIGITAL_ID, SEVERAL_DIGITAL_IDS, SIGNATURE_NOT_VALID, NAME_DIFFERS,
 * EMAIL_DIFFERS
 */
export function checkDigitalId(
  { input: { pdf } }: EvidenceContext,
  known: KnownStatement,
): Finding {
  if (!pdf) return noInput()
  const person = personOf(known)
  const found = pdf.signatures.filter(
    ({ statement }) => statement !== null && toHex(statement) === known.digest,
  )
  const [signature] = found
  if (!signature) {
    const needsNone = known.statement.act !== 'sign'
    must(needsNone, 'NO_DIGITAL_ID', 'The PDF has no signature for this statement.')
    return passed({})
  }
  must(found.length === 1, 'SEVERAL_DIGITAL_IDS', 'Several signatures name the same statement.')
  const { email, isValid, name } = signature
  must(isValid, 'SIGNATURE_NOT_VALID', 'The PDF signature for this statement is not valid.')
  const isSameName = name === person.name || name === digitalIdName(person.name)
  must(isSameName, 'NAME_DIFFERS', 'The digital ID names another person.')
  const isSameEmail = email === person.email || email === rfc822Name(person.email)
  must(isSameEmail, 'EMAIL_DIFFERS', 'The digital ID has another e-mail address.')
  return passed({ name: person.name, email: person.email })
}

/**
 * Checks that the recipient's fields in this PDF contain exactly what the statement commits to.
 *
 * @throws ProofError UNKNOWN_RECIPIENT, CONTENT_DIFFERS
 */
export function checkContent(context: EvidenceContext, known: KnownStatement): Finding {
  const { envelope, input } = context
  const { pdf } = input
  if (!pdf?.content || !pdf.prepared) return noInput()
  const document = documentIndex(envelope.documents, pdf.prepared)
  const { original } = personOf(known)
  const own = envelope.fields.filter(
    (field) =>
      field.recipient === original && field.document === document && isStated(field, known.hidden),
  )
  const { content } = pdf
  const states = own.flatMap(({ id }) => {
    const { appearance, value = '' } = content.get(id) ?? {}
    return [
      compare(known, id, 'value', value === '' ? undefined : utf8(value)),
      compare(known, id, 'appearance', appearance),
    ]
  })
  const areSame = !states.includes('differs')
  must(areSame, 'CONTENT_DIFFERS', 'The PDF shows something other than what was signed.')
  if (!states.includes('withheld')) return passed({ fields: String(own.length) })
  return notChecked('CONTENT_WITHHELD', makeSentence('Some of the values are withheld.'))
}

/** Whether a statement says what a field contains. In the earliest envelopes, the default of a read-only field is not stated. */
function isStated(
  { id, readOnly }: Field,
  values: Pick<ReadonlyMap<string, unknown>, 'has'>,
): boolean {
  return !readOnly || values.has(hiddenKey({ field: id, kind: 'value' }))
}

function checkFields(
  fields: readonly Field[],
  content: NonNullable<PdfResult['content']>,
  { statements, values, withheld }: Entered,
): void {
  const ids = new Set(fields.map(({ id }) => id))
  for (const id of content.keys()) {
    must(
      ids.has(id),
      'UNKNOWN_FIELD',
      'The PDF has a field that the signing request does not have.',
    )
  }
  for (const field of fields) {
    const { default: text, id, readOnly, type } = field
    const { appearance, value } = content.get(id) ?? {}
    // What the prepared PDF cannot show from the start, somebody must have stated.
    const isPrepared = appearance === undefined && !HAVE_NO_STREAM.includes(type)
    const isAgreed = isStated(field, statements) || isPrepared
    const shown = isShown(field, values, withheld)
    const isEmpty = (value ?? '') === '' && appearance === undefined
    const isUnchanged =
      !readOnly || (shown !== false && value === text && isAgreed) || (shown !== true && isEmpty)
    must(isUnchanged, 'DEFAULT_CHANGED', 'The read-only field {id} was changed.', { id })
  }
}

/** Compares a field of the PDF with the hidden value of a statement, whose salt must be revealed. */
function compare(
  known: KnownStatement,
  id: string,
  kind: 'value' | 'appearance',
  actual: Uint8Array | undefined,
): 'same' | 'differs' | 'withheld' {
  const key = hiddenKey({ field: id, kind })
  const hidden = known.hidden.get(key)
  if (!hidden || !actual) return !hidden && !actual ? 'same' : 'differs'
  const revealed = known.revealed.get(key)
  if (!revealed || !isRevealed(hidden, revealed)) return 'withheld'
  return isRevealed(hidden, { ...revealed, content: actual }) ? 'same' : 'differs'
}

function documentIndex(
  documents: readonly { fingerprint: Uint8Array }[],
  prepared: NonNullable<PdfResult['prepared']>,
): number {
  return documents.findIndex(({ fingerprint }) => equal(fingerprint, prepared))
}
