import { ProofError } from '@inkproof/proof/proof-error'

/** Returns the code of the ProofError that this throws; `accepted` if it throws nothing. @throws any other error */
export function codeOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof ProofError) return error.code
    throw error
  }
  return 'accepted'
}
