/** A finished PDF of a signing request about a document that was already signed: the evidence is beside it. */
import { addDocumentTimeStamp, addSignature } from '@inkproof/pdf-signing/add-signature'
import { planSignatures, signatureNames } from '@inkproof/pdf-signing/plan-signatures'
import { makePki } from '@inkproof/pdf-signing/testing/make-pki'
import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { addValidationData } from '@inkproof/pdf-signing/validation-data'
import {
  type FinishedOptions,
  type FinishedRequest,
  SIGNED_AT,
  STREAM,
  signAll,
  validationDataOf,
} from './finished-request.ts'

export type SignedUploadOptions = Pick<FinishedOptions, 'after' | 'signers' | 'shown'> & {
  /** The uploaded file; by default one that somebody else has signed. */
  upload?: Uint8Array
  /** Of the first signature; the others are above it. */
  rectangle?: typeof RECTANGLE
  /** Whether the signatures are not shown. */
  isInvisible?: boolean
  /** How much further to the right, in points, the first signature is shown than everybody agreed. */
  shift?: number
  /** Changes the file after each signer's signature. */
  signed?: (file: Uint8Array) => Uint8Array | Promise<Uint8Array>
}

const RECTANGLE = { x: 60, y: 80, width: 200, height: 50 }

/** Signs a file as another program would. */
export async function signElsewhere(upload = samplePdf()): Promise<Uint8Array> {
  const { issue, timeStamp } = await makePki({ now: () => SIGNED_AT })
  const digitalId = await issue('Somebody Else')
  return addSignature(upload, { digitalId, signedAt: SIGNED_AT, timeStamp, field: 'Theirs' })
}

/** Runs a whole signing request about a signed file. */
export async function finishSignedUpload(
  options: SignedUploadOptions = {},
): Promise<FinishedRequest> {
  const { isInvisible = false, rectangle = RECTANGLE, shift = 0, signers = ['jane'] } = options
  const prepared = options.upload ?? (await signElsewhere())
  const pki = await makePki({ now: () => SIGNED_AT })
  const fields = await planSignatures(
    prepared,
    signers.map((_, i) =>
      isInvisible
        ? []
        : [{ type: 'signature', page: 0, rectangle: { ...rectangle, y: rectangle.y + 60 * i } }],
    ),
  )
  const { evidence, input, issue, record } = await signAll({ pki, prepared, fields }, options)
  const names = await signatureNames(prepared, signers.length)
  const { timeStamp } = pki
  const common = { signedAt: SIGNED_AT, timeStamp }
  let file = prepared
  for (const [index, id] of signers.entries()) {
    const own = fields.find(({ signer }) => signer === index)
    file = await addSignature(file, {
      ...common,
      field: names.signers[index] ?? '',
      digitalId: await issue(id),
      ...(own && {
        place: {
          page: own.page,
          rectangle: { ...own.rectangle, x: own.rectangle.x + shift },
          picture: { appearance: options.shown ?? STREAM },
        },
      }),
    })
    file = (await options.signed?.(file)) ?? file
  }
  const digitalId = await pki.issue('Example Installation')
  file = await addSignature(file, { ...common, field: names.final, digitalId })
  file = await addValidationData(file, await validationDataOf(pki))
  file = await addDocumentTimeStamp(file, timeStamp, { field: names.timeStamp })
  return {
    file,
    root: pki.root.certificate,
    issuer: pki.issuer.certificate,
    record,
    evidence,
    input,
  }
}
