/** What samples of calls are made of: people and their browsers, a certificate, a post, an outside provider. */
import { randomBytes } from 'node:crypto'
import type { CallDefinition } from '@inkproof/protocol/call'
import { showCaptcha } from '@inkproof/protocol/calls/captcha'
import { certifyDocument } from '@inkproof/protocol/calls/certificates'
import { listPosts } from '@inkproof/protocol/calls/content'
import type { Certificate } from '@inkproof/protocol/certificates'
import type { TestProvider } from '../../svc-auth/src/testing/provider.ts'
import { solveCaptcha } from '../../svc-auth/src/testing/solve-captcha.ts'
import { registered } from '../support/sign-in.ts'
import { certifyRequest, signedUpTo } from './certify.ts'
import { type CallRequest, sendCall } from './request.ts'

/** Somebody who has just registered, and the headers of their browser. */
export type Person = Awaited<ReturnType<typeof registered>> & { headers: { cookie: string } }

export type World = Awaited<ReturnType<typeof makeWorld>>

type Origins = { origin: string; providerOrigin: string; provider: TestProvider }

/** Registers an account, certifies a document with it, and waits until a signed state of the record covers that. */
export async function makeWorld({ origin, providerOrigin, provider }: Origins) {
  /** Makes a call that has to succeed, and returns its JSON; null where it has none. */
  const make = async (definition: CallDefinition, sent: CallRequest, at = origin) => {
    const response = await sendCall(at, definition, sent)
    const text = await response.text()
    if (!response.ok) throw new Error(`${definition.path}: ${response.status} ${text}`)
    return JSON.parse(text || 'null')
  }
  const newPerson = async (): Promise<Person> => ({
    ...(await registered(origin)),
    headers: newBrowser(),
  })
  const { token } = await newPerson()
  const body = certifyRequest()
  const certificate: Certificate = await make(certifyDocument, { as: token, body })
  await signedUpTo(origin, certificate.index)
  const { posts } = await make(listPosts, {})
  const earnVerification = async () => solveCaptcha((await make(showCaptcha, {})).challenge)
  return {
    origin,
    providerOrigin,
    make,
    newPerson,
    /** Earns a token of the human verification, for one call. */
    earnVerification,
    /** The certificate's owner. */
    token,
    certificate,
    postId: String(posts[0].id),
    /** Somebody whom the outside provider knows by this name. */
    newProviderLogin: (): string => {
      const name = crypto.randomUUID()
      provider.people.set(name, { email: `${name}@example.com`, email_verified: true })
      return name
    },
  }
}

/** The headers of a browser: what is begun in one cannot be finished in another. */
export function newBrowser(): { cookie: string } {
  return { cookie: `inkproof_browser=${randomBytes(32).toString('base64url')}` }
}
