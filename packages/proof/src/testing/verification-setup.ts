/** Builds the input of a verification that passes, for tests to modify. */
import { makeTexts } from '@inkproof/texts/make-texts'
import { type BuildInput, buildProof } from '../build.ts'
import type { Verification, VerifyInput } from '../verify.ts'
import { type FormattedVerification, formatVerification } from '../wording.ts'
import { BLOCK_TIME, sampleCase, samplePolicy } from './sample-log.ts'

/**
 * Returns a sample log, the proof file of its certificate, and the input with which this proof passes. `change`
 * replaces fields of the input from which the proof is built.
 */
export async function setupVerification(
  options: Parameters<typeof sampleCase>[0] = {},
  change: Partial<BuildInput> = {},
) {
  const sample = sampleCase(options)
  const { read, opening, index, checkpoint, vkey: logKey, chain, snapshot: status } = sample
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
    fingerprint: sample.fingerprint,
    proofFile,
    policy: samplePolicy(sample.vkey),
    blocks: { kind: 'trusted block hashes', hashes: [sample.blockHash] },
    now: ONE_HOUR_LATER,
  }
  return { sample, proofFile, input }
}

/** An hour after the block of the samples. */
export const ONE_HOUR_LATER = new Date(Number(BLOCK_TIME) * 1000 + 3_600_000)

/** Maps each step to its outcome and reason. */
export const outcomes = (result: Verification) =>
  Object.fromEntries(result.steps.map((step) => [step.id, `${step.outcome} ${step.reason}`]))

/** Formats the verification in English. */
export function formatInEnglish(result: Verification): FormattedVerification {
  return formatVerification(
    result,
    makeTexts((message) => message),
  )
}

/** The verdict of a result, its exit code, and the outcome of the check of the revocation. */
export function answer(result: Verification): [string, number, string | undefined] {
  return [result.verdict.code, result.exitCode, outcomes(result)['revocation']]
}
