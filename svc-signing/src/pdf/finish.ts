/** Makes the finished file from the prepared one (packages/pdf-signing), with keys that are elsewhere. */
import type { DigitalId } from '@inkproof/pdf-signing/digital-id'
import { DOCUMENT_TIME_STAMP } from '@inkproof/pdf-signing/fields'
import { type FieldValue, fill } from '@inkproof/pdf-signing/fill'
import { sign, timeStampDocument } from '@inkproof/pdf-signing/sign'
import { addValidationData } from '@inkproof/pdf-signing/validation-data'
import {
  type Answer,
  type FinishJob,
  fromBase64,
  type Question,
  type SentSigner,
  type SentValue,
  toBase64,
} from './messages.ts'

export type Ask = (question: Question) => Promise<Answer>

/**
 * Fills the prepared file, signs it for each signer and finally for the installation, and adds validation data and a document
 * time-stamp (PAdES B-LTA).
 */
export async function finish(job: FinishJob, prepared: Uint8Array, ask: Ask): Promise<Uint8Array> {
  const timeStamp = async (digest: Uint8Array) =>
    first(await ask({ ask: 'time-stamp', digest: toBase64(digest) }))
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
  const { answer: certificates, crls = [] } = await ask({ ask: 'validation-data' })
  const own = job.signers.flatMap(({ certificate, chain }) => [certificate, ...chain])
  file = await addValidationData(file, {
    certificates: [...own, ...certificates].map(fromBase64),
    crls: crls.map(fromBase64),
  })
  return timeStampDocument(file, { field: DOCUMENT_TIME_STAMP, timeStamp })
}

function readValue(value: SentValue): FieldValue {
  if ('checked' in value) return value
  const appearance = fromBase64(value.appearance)
  return value.text === undefined ? { appearance } : { appearance, text: value.text }
}

function digitalIdOf(sent: SentSigner, signer: number, ask: Ask): DigitalId {
  return {
    certificate: fromBase64(sent.certificate),
    chain: sent.chain.map(fromBase64),
    algorithm: sent.algorithm,
    sign: async (bytes) => first(await ask({ ask: 'signature', signer, bytes: toBase64(bytes) })),
  }
}

function first({ answer }: Answer): Uint8Array {
  return fromBase64(answer[0] ?? '')
}
