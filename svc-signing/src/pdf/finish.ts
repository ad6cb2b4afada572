/** Makes the finished file from the prepared one (packages/pdf-signing), with keys that are elsewhere. */
import { DOCUMENT_TIME_STAMP } from '@inkproof/pdf-signing/fields'
import { type FieldValue, fill } from '@inkproof/pdf-signing/fill'
import { sign, timeStampDocument } from '@inkproof/pdf-signing/sign'
import { addValidationData } from '@inkproof/pdf-signing/validation-data'
import { type Ask, digitalIdOf, timeStampBy, validationDataBy } from './child-keys.ts'
import { type FinishJob, fromBase64, type SentValue } from './messages.ts'

/**
 * Fills the prepared file, signs it for each signer and finally for the installation, and adds validation data and a document
 * time-stamp (PAdES B-LTA).
 */
export async function finish(job: FinishJob, prepared: Uint8Array, ask: Ask): Promise<Uint8Array> {
  const timeStamp = timeStampBy(ask)
  const values = Object.entries(job.values).map(([name, value]) => [name, readValue(value)])
  let file = await fill(prepared, {
    values: Object.fromEntries(values),
    attachments: [{ ...job.evidence, data: fromBase64(job.evidence.data) }],
    filledAt: new Date(job.filledAt),
  })
  for (const [index, signer] of job.signers.entries()) {
    const digitalId = digitalIdOf(signer, index, ask)
    const signedAt = new Date(signer.signedAt)
    file = await sign(file, { field: signer.field, digitalId, signedAt, timeStamp })
  }
  file = await addValidationData(file, await validationDataBy(ask, job.signers))
  return timeStampDocument(file, { field: DOCUMENT_TIME_STAMP, timeStamp })
}

function readValue(value: SentValue): FieldValue {
  if ('checked' in value) return value
  const appearance = fromBase64(value.appearance)
  return value.text === undefined ? { appearance } : { appearance, text: value.text }
}
