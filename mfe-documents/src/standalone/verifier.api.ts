import { request } from '@inkproof/slice'

export const VERIFIER_NAME = 'inkproof-verify.html'
export const PROGRAM_NAME = 'inkproof-verify.mjs'
export const PROGRAM_PATH = `/verifier/${PROGRAM_NAME}`
export const VERIFIER_PATH = `/verifier/${VERIFIER_NAME}`
export const HASHES_PATH = '/verifier/SHA256SUMS'
/** The command line and the verifier page recognize a policy file by its extension. */
export const POLICY_NAME = 'policy.json'
export const POLICY_PATH = `/log/${POLICY_NAME}`

/** Returns the verifier page's SHA-256 from the published list (in `sha256sum` format); null if it is not listed. */
export async function getVerifierFingerprint(): Promise<string | null> {
  const text = await (await request('GET', HASHES_PATH)).text()
  const line = text.split('\n').find((row) => row.trim().endsWith(VERIFIER_NAME))
  return /^[0-9a-f]{64}/.exec(line ?? '')?.[0] ?? null
}
