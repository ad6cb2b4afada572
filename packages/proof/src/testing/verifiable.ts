/** A verification input that passes, for tests to modify. */
import { makeTexts } from '@inkproof/texts/make-texts'
import { type BuildInput, buildProof } from '../build.ts'
import type { Verification, VerifyInput } from '../verify.ts'
import { type WordedVerification, wordVerification } from '../wording.ts'
import { sampleCase, samplePolicy } from './sample-log.ts'

/** Returns a certified file's fingerprint, its proof file, and a policy that trusts its log. */
export async function verifiable(
  options: Parameters<typeof sampleCase>[0] = {},
  change: Partial<BuildInput> = {},
) {
  const made = sampleCase(options)
  const { read, opening, index, checkpoint, vkey: logKey, chain, snapshot: status } = made
  const proofFile = await buildProof({
    read,
    opening,
    index,
    checkpoint,
    logKey,
    chain,
    status,
    ...change,
  })
  const input: VerifyInput = {
    fingerprint: made.fingerprint,
    proofFile,
    policy: samplePolicy(made.vkey),
    blocks: { kind: 'trusted block hashes', hashes: [made.blockHash] },
  }
  return { made, proofFile, input }
}

/** Maps each step to its outcome and reason. */
export const outcomes = (found: Verification) =>
  Object.fromEntries(found.steps.map((step) => [step.id, `${step.outcome} ${step.reason}`]))

/** The verification in English. */
export function worded(found: Verification): WordedVerification {
  return wordVerification(
    found,
    makeTexts((message) => message),
  )
}
