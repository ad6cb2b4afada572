/** The data that samples of calls use: users and their browsers, a certificate, a post, an external provider. */
import { randomBytes } from 'node:crypto'
import type { CallDefinition } from '@inkproof/protocol/call'
import { showCaptcha } from '@inkproof/protocol/calls/captcha'
import { certifyDocument } from '@inkproof/protocol/calls/certificates'
import { listPosts } from '@inkproof/protocol/calls/content'
import { applyEmailLink } from '@inkproof/protocol/calls/emails'
import type { Certificate } from '@inkproof/protocol/certificates'
import type { TestProvider } from '../../svc-auth/src/testing/provider.ts'
import { solveCaptcha } from '../../svc-auth/src/testing/solve-captcha.ts'
import { registerAccount } from '../support/sign-in.ts'
import { createCertifyRequest, waitUntilSigned } from './certify.ts'
import { type CallRequest, sendCall } from './request.ts'
import { waitForMailedSecret } from './secrets.ts'

/** A newly registered user, and the headers of their browser. */
export type Person = Awaited<ReturnType<typeof registerAccount>> & { headers: { cookie: string } }

export type World = Awaited<ReturnType<typeof createWorld>>

type Origins = { origin: string; providerOrigin: string; provider: TestProvider }

/** Registers two accounts, certifies a document with the first, and waits until the signed record includes it. */
export async function createWorld({ origin, providerOrigin, provider }: Origins) {
  /** Makes a call that must succeed, and returns its JSON, or null for an empty body. */
  const call = async (definition: CallDefinition, request: CallRequest, target = origin) => {
    const response = await sendCall(target, definition, request)
    const text = await response.text()
    if (!response.ok) throw new Error(`${definition.path}: ${response.status} ${text}`)
    return JSON.parse(text || 'null')
  }
  const newPerson = async (): Promise<Person> => ({
    ...(await registerAccount(origin)),
    headers: newBrowser(),
  })
  const { token } = await newPerson()
  const signer = await newPerson()
  const secret = await waitForMailedSecret(signer.email, 'confirm-email')
  const link = { kind: 'confirm-email', token: secret }
  await call(applyEmailLink, { as: signer.token, body: link })
  const body = createCertifyRequest()
  const certificate: Certificate = await call(certifyDocument, { as: token, body })
  await waitUntilSigned(origin, certificate.index)
  const { posts } = await call(listPosts, {})
  const solveVerification = async ({ headers }: { headers: { cookie: string } }) =>
    solveCaptcha((await call(showCaptcha, { headers })).challenge)
  return {
    origin,
    providerOrigin,
    call,
    newPerson,
    /** Solves the human verification in a browser and returns a token for one call from it. */
    solveVerification,
    /** The session of the certificate's owner. */
    token,
    /** The session of a person whose e-mail address is confirmed; that of the certificate's owner is not. */
    signer: signer.token,
    signerEmail: signer.email,
    certificate,
    postId: String(posts[0].id),
    /** Adds a user at the external provider and returns their login. */
    newProviderLogin: (): string => {
      const name = crypto.randomUUID()
      provider.people.set(name, { email: `${name}@example.com`, email_verified: true })
      return name
    },
  }
}

/** Returns the headers of a new browser: a flow started in one cannot be finished in another. */
export function newBrowser(): { cookie: string } {
  return { cookie: `inkproof_browser=${randomBytes(32).toString('base64url')}` }
}
