/** The environment variable that names the witnesses of the log. */
import { WITNESS_KEY } from '@inkproof/proof/note'
import { ProofError } from '@inkproof/proof/proof-error'
import { parseWitnessPolicy, type WitnessPolicy } from '@inkproof/proof/witness-policy'
import { z } from 'zod'

/**
 * Readers of notes must accept 16 signatures (C2SP signed-note): those of the witnesses, and two of the log while its
 * key changes.
 */
const MAX_WITNESSES = 14

/** The text of a C2SP tlog-policy, in which every witness has the URL of its submission prefix. */
const Witnesses = z.string().transform((text, context): WitnessPolicy => {
  try {
    const policy = parseWitnessPolicy(text)
    const problem = findProblem(policy)
    if (problem === undefined) return policy
    context.addIssue({ code: 'custom', message: problem })
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    context.addIssue({ code: 'custom', message: error.message })
  }
  return z.NEVER
})

/** Spread into the schema of the `log` role. */
export const witnessesEnv = {
  /** The witnesses that cosign the states to anchor, and the quorum that operators are told about. */
  WITNESSES: Witnesses.optional(),
}

function findProblem({ witnesses }: WitnessPolicy): string | undefined {
  if (witnesses.length === 0) return 'names no witness; leave it empty instead'
  if (witnesses.length > MAX_WITNESSES) return `names more than ${MAX_WITNESSES} witnesses`
  if (witnesses.some(({ type }) => type !== WITNESS_KEY))
    return 'a witness has an ML-DSA-44 key, whose cosignatures cannot be verified yet'
  if (witnesses.some(({ url }) => url === undefined || !/^https?:\/\//.test(url)))
    return 'every witness line must end with the URL where the witness accepts checkpoints'
  return undefined
}
