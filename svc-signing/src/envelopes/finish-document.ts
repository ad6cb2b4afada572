/** Makes the finished PDF of a request that everybody has signed. */
import { mergeRevocation } from '@inkproof/pdf-signing/fetch-revocation'
import { signatureName } from '@inkproof/pdf-signing/fields'
import { fromBase64Url, fromHex, toHex, utf8 } from '@inkproof/proof/bytes'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import type { EnvelopeField } from '@inkproof/protocol/envelopes'
import { digitalIdName } from '@inkproof/signing/check-pdf'
import { EVIDENCE_FILE_NAME, formatEvidence } from '@inkproof/signing/evidence'
import { type RevealedValue, revealedText } from '@inkproof/signing/hidden-value'
import { decodeSignedStatement } from '@inkproof/signing/signed-statement'
import type { Authority } from '../authority/feature.ts'
import type {
  FinishInput,
  FinishValue,
  PdfWorker,
  SealInput,
  SignaturePlace,
} from '../pdf/feature.ts'
import type { EnvelopeRow, RecipientRow } from './envelopes.model.ts'
import { type ActedRecipient, describeEvidence, inOrderOfActing } from './evidence.ts'
import { requireStarted } from './request-state.ts'

export type FinishDeps = {
  pdf: Pick<PdfWorker, 'append' | 'finish'>
  authority: Authority
  now: () => Date
}

/** The finished PDF, and the text of the evidence if it is not in the PDF. */
export type FinishedFiles = { document: Uint8Array; evidence: string | null }

/**
 * Makes the finished PDF: filled, signed once per signer, sealed and time-stamped. To one that was signed before, only
 * signatures are added.
 *
 * @param prepared bytes of the prepared PDF
 * @param proof text of the proof file of the last step's entry
 * @throws as `PdfWorker.finish`, and what the authority throws
 */
export async function finishDocument(
  { authority, now, pdf }: FinishDeps,
  row: EnvelopeRow,
  prepared: Uint8Array,
  proof: string,
): Promise<FinishedFiles> {
  const request = requireStarted(row)
  // Approvers have no fields in the PDF; their statements are in the evidence.
  const signed = inOrderOfActing(row.steps, row.recipients).filter(({ role }) => role === 'signer')
  const signerIds = row.recipients.filter(isSignerOfEnvelope).map(({ id }) => id)
  const evidence = formatEvidence(describeEvidence(request, row.steps, row.recipients, proof))
  const signedAt = now()
  const signers = await Promise.all(
    signed.map(async (recipient) => ({
      signer: signerIds.indexOf(recipient.original),
      values: valuesOf(recipient),
      fields: request.fields.filter((field) => field.recipient === recipient.original),
      digitalId: await issueId(authority, recipient, signedAt),
      signedAt,
    })),
  )
  const common = { prepared, ...(await sealInput(authority, signedAt, now)) }
  if (row.document.signedBefore) {
    const document = await pdf.append({
      ...common,
      signerCount: signerIds.length,
      signers: signers.map(({ fields, values, ...id }) => ({
        ...id,
        place: placeOf(fields, values),
      })),
    })
    return { document, evidence }
  }
  const document = await pdf.finish({
    ...common,
    values: Object.assign({}, ...signers.map(({ values }) => values)) as FinishInput['values'],
    evidence: { name: EVIDENCE_FILE_NAME, data: utf8(evidence) },
    filledAt: signedAt,
    signers: signers.map(({ digitalId, signer }) => ({
      field: signatureName(signer),
      digitalId,
      signedAt,
    })),
  })
  return { document, evidence: null }
}

/** @throws what the authority throws */
async function sealInput(
  authority: Authority,
  signedAt: Date,
  now: () => Date,
): Promise<Omit<SealInput, 'prepared'>> {
  const { revocation, ...digitalId } = await authority.seal(signedAt)
  const tokens: Uint8Array[] = []
  return {
    seal: { digitalId, signedAt },
    timeStamp: async (digest) => {
      const token = await authority.timeStamp(digest)
      tokens.push(token)
      return token
    },
    validationData: async () => {
      const own = { crls: await authority.crls(now()), ocspResponses: [] }
      const parts = [own, await revocation(), await authority.timeStampRevocation(tokens)]
      return { certificates: authority.certificates(), ...mergeRevocation(parts) }
    },
  }
}

/** Where a signature is shown; null for one that cannot be shown, which has no field. */
function placeOf(
  [field]: readonly EnvelopeField[],
  values: Record<string, FinishValue>,
): SignaturePlace | null {
  if (!field) return null
  const value = values[field.id]
  if (!value || !('appearance' in value)) throw new Error(`${field.id} has no appearance`)
  return { page: field.page - 1, rectangle: field.rectangle, appearance: value.appearance }
}

/** Whether this is a signer of the envelope. The prepared document has fields for these, also after a hand-over. */
function isSignerOfEnvelope({ id, original, role }: RecipientRow): boolean {
  return role === 'signer' && id === original
}

function issueId(authority: Authority, { email, name, statement }: ActedRecipient, now: Date) {
  const statementHash = fromHex(statement.digest)
  return authority.issueSigner({ name: digitalIdName(name), email, statementHash, now })
}

/** Returns what the recipient's fields show, by field. */
function valuesOf({ statement }: ActedRecipient): Record<string, FinishValue> {
  const { revealed } = decodeSignedStatement(fromBase64Url(statement.signed))
  const streams = new Map(
    statement.appearances.map((text) => {
      const bytes = fromBase64Url(text)
      return [toHex(nodeSha256(bytes)), bytes]
    }),
  )
  const fields = new Set(revealed.map(({ field }) => field))
  return Object.fromEntries(
    [...fields].map((field) => [
      field,
      toValue(
        revealed.filter((item) => item.field === field),
        streams,
      ),
    ]),
  )
}

/** A field with a stream shows it; a checkbox and a radio button have only a value. */
function toValue(
  items: readonly RevealedValue[],
  streams: ReadonlyMap<string, Uint8Array>,
): FinishValue {
  const stream = items.find(({ kind }) => kind === 'appearance')
  const value = items.find(({ kind }) => kind === 'value')
  if (!stream) return { checked: true }
  const appearance = streams.get(toHex(stream.content))
  if (!appearance) throw new Error(`the appearance of ${stream.field} is missing`)
  return value ? { appearance, text: revealedText(value) } : { appearance }
}
