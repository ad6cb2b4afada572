/** What the service does for a process that finishes a file. */
import { UnusablePdf } from '@inkproof/pdf-signing/errors'
import type { FinishSigner, SealInput } from './finish-input.ts'
import { type Answer, fromBase64, type Question, toBase64 } from './messages.ts'

/** The longest signed attributes that packages/pdf-signing makes have 300 bytes. */
const MAX_SIGNED_BYTES = 1024

/**
 * Returns a function that answers the questions of one process: one signature by each key in turn, one time-stamp for each
 * signature and one for the document. Nothing else is signed for a process that a file has taken over.
 */
export function answerQuestions(
  input: SealInput & { signers: Pick<FinishSigner, 'digitalId'>[] },
): (question: Question) => Promise<Answer> {
  const ids = [...input.signers, input.seal].map(({ digitalId }) => digitalId)
  let [signatures, timeStamps] = [0, 0]
  return async (question) => {
    if (question.ask === 'validation-data') {
      const { certificates, crls, ocspResponses = [] } = await input.validationData()
      const answer = certificates.map(toBase64)
      return { answer, crls: crls.map(toBase64), ocspResponses: ocspResponses.map(toBase64) }
    }
    if (question.ask === 'time-stamp') {
      const digest = fromBase64(question.digest)
      timeStamps += 1
      if (digest.length !== 32 || timeStamps > ids.length + 1) throw new UnusablePdf('unreadable')
      return { answer: [toBase64(await input.timeStamp(digest))] }
    }
    const bytes = fromBase64(question.bytes)
    const id = question.signer === signatures ? ids[signatures] : undefined
    signatures += 1
    if (!id || bytes.length > MAX_SIGNED_BYTES) throw new UnusablePdf('unreadable')
    return { answer: [toBase64(await id.sign(bytes))] }
  }
}
