import { createHash, createHmac } from 'node:crypto'
import { CaptchaChallenge, CaptchaSolution } from '@inkproof/protocol/captcha'
import { AppError } from '@inkproof/service-kit/app-error'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { deriveHmacKeySecret } from 'altcha-lib/frameworks/express'
import type { Verifier } from './verification.ts'

export type AltchaDeps = {
  secret: string
  now: () => Date
  /** Marks a key as used for the given time. Returns false if the key was already marked. */
  consumeOnce: (key: string, seconds: number) => Promise<boolean>
}

const TTL_SECONDS = 300
/** Range of the number of key derivations that a browser performs, which takes 0.2 to 0.5 s. */
const MIN_COUNTER = 200
const MAX_COUNTER = 800
/** Iterations of each derivation. */
const COST = 1_000

/**
 * Creates a verifier for ALTCHA, a proof of work that this installation creates and checks itself.
 *
 * The service chooses the counter and signs the derived key, so checking a solution takes two HMACs and no key
 * derivation. A challenge is signed with a secret of the browser that asked for it, so its solution counts only there:
 * a program cannot collect solutions in one place and use them in another.
 */
export function createAltchaVerifier(deps: AltchaDeps): Verifier {
  const keySecret = deriveHmacKeySecret(deps.secret)
  const secretsFor = async (browserId: string): Promise<Secrets> => ({
    hmacSignatureSecret: createHmac('sha256', deps.secret).update(browserId).digest('hex'),
    hmacKeySignatureSecret: await keySecret,
  })
  return {
    getBrowserConfig: async (browserId) => ({
      kind: 'altcha',
      challenge: await newChallenge(await secretsFor(browserId), deps.now()),
    }),
    consume: async (token, browserId) => {
      const solution = parseToken(token)
      if (!solution || !(await isSolved(await secretsFor(browserId), solution)))
        throw new AppError('VERIFICATION_FAILED')
      const key = createHash('sha256').update(solution.challenge.signature).digest('base64url')
      if (!(await deps.consumeOnce(key, TTL_SECONDS))) throw new AppError('VERIFICATION_FAILED')
    },
  }
}

type Secrets = { hmacSignatureSecret: string; hmacKeySignatureSecret: string }

async function newChallenge(secrets: Secrets, now: Date): Promise<CaptchaChallenge> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: randomInt(MIN_COUNTER, MAX_COUNTER),
    data: { most: MAX_COUNTER },
    expiresAt: Math.floor(now.getTime() / 1_000) + TTL_SECONDS,
    deriveKey,
    ...secrets,
  })
  return CaptchaChallenge.parse(challenge)
}

async function isSolved(
  secrets: Secrets,
  { challenge, solution }: CaptchaSolution,
): Promise<boolean> {
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets })
  return verified
}

function parseToken(token: string | undefined): CaptchaSolution | undefined {
  try {
    const parsed = CaptchaSolution.safeParse(
      JSON.parse(Buffer.from(token ?? '', 'base64').toString('utf8')),
    )
    return parsed.data
  } catch {
    return undefined
  }
}
