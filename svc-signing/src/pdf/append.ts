/** Makes the finished file from one that was already signed: adds signatures and nothing else (packages/pdf-signing). */
import { addDocumentTimeStamp, addSignature } from '@inkproof/pdf-signing/add-signature'
import { signatureNames } from '@inkproof/pdf-signing/plan-signatures'
import { addValidationData } from '@inkproof/pdf-signing/validation-data'
import { type Ask, digitalIdOf, timeStampBy, validationDataBy } from './child-keys.ts'
import { type AppendJob, fromBase64, type SentId, type SentPlace } from './messages.ts'

/** Signs for each signer and finally for the installation, and adds validation data and a document time-stamp. */
export async function append(job: AppendJob, prepared: Uint8Array, ask: Ask): Promise<Uint8Array> {
  const names = await signatureNames(prepared, job.signerCount)
  const timeStamp = timeStampBy(ask)
  const ids: SentId[] = [...job.signers, job.seal]
  let file = prepared
  for (const [index, { place, signedAt, signer }] of job.signers.entries()) {
    file = await addSignature(file, {
      field: names.signers[signer] ?? '',
      digitalId: digitalIdOf(ids[index] as SentId, index, ask),
      signedAt: new Date(signedAt),
      timeStamp,
      ...(place && { place: readPlace(place) }),
    })
  }
  file = await addSignature(file, {
    field: names.final,
    digitalId: digitalIdOf(job.seal, job.signers.length, ask),
    signedAt: new Date(job.seal.signedAt),
    timeStamp,
  })
  file = await addValidationData(file, await validationDataBy(ask, ids))
  return addDocumentTimeStamp(file, timeStamp, { field: names.timeStamp })
}

function readPlace({ appearance, ...place }: SentPlace) {
  return { ...place, picture: { appearance: fromBase64(appearance) } }
}
