/** The keys of a finished file, as the process sees them: it asks the service for each signature. */
import type { DigitalId } from '@inkproof/pdf-signing/digital-id'
import { type Answer, fromBase64, type Question, type SentId, toBase64 } from './messages.ts'

export type Ask = (question: Question) => Promise<Answer>

/** @param signer index among the signers, of which the last one is the installation */
export function digitalIdOf(sent: SentId, signer: number, ask: Ask): DigitalId {
  return {
    certificate: fromBase64(sent.certificate),
    chain: sent.chain.map(fromBase64),
    algorithm: sent.algorithm,
    sign: async (bytes) => first(await ask({ ask: 'signature', signer, bytes: toBase64(bytes) })),
  }
}

export function timeStampBy(ask: Ask): (digest: Uint8Array) => Promise<Uint8Array> {
  return async (digest) => first(await ask({ ask: 'time-stamp', digest: toBase64(digest) }))
}

/** Asks for certificates, CRLs and OCSP responses after the last signature, and adds those of the digital IDs. */
export async function validationDataBy(ask: Ask, ids: readonly SentId[]) {
  const {
    answer: certificates,
    crls = [],
    ocspResponses = [],
  } = await ask({ ask: 'validation-data' })
  const own = ids.flatMap(({ certificate, chain }) => [certificate, ...chain])
  return {
    certificates: [...own, ...certificates].map(fromBase64),
    crls: crls.map(fromBase64),
    ocspResponses: ocspResponses.map(fromBase64),
  }
}

function first({ answer }: Answer): Uint8Array {
  return fromBase64(answer[0] ?? '')
}
