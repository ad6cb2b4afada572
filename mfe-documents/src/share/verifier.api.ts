import { request } from '@inkproof/slice'

export const VERIFIER_NAME = 'inkproof-verify.html'
export const PROGRAM_NAME = 'inkproof-verify.mjs'
export const PROGRAM_ADDRESS = `/verifier/${PROGRAM_NAME}`
export const VERIFIER_ADDRESS = `/verifier/${VERIFIER_NAME}`
export const HASHES_ADDRESS = '/verifier/SHA256SUMS'
/** As the command line and the verifier page know a policy file: by its ending. */
export const POLICY_NAME = 'policy.json'
export const POLICY_ADDRESS = `/log/${POLICY_NAME}`

/** From the list of hashes that is published beside it, in the form of `sha256sum`; null if absent. */
export async function getVerifierFingerprint(): Promise<string | null> {
  const text = await (await request('GET', HASHES_ADDRESS)).text()
  const line = text.split('\n').find((row) => row.trim().endsWith(VERIFIER_NAME))
  return /^[0-9a-f]{64}/.exec(line ?? '')?.[0] ?? null
}
