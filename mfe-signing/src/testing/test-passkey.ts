/** Passkeys of the page's browser, which can refuse. The page must be at a host with a name. */
import { randomBytes, toBase64Url } from '@inkproof/proof/bytes'
import type { SigningPasskey } from '@inkproof/protocol/passkey-keys'
import { toJwk } from '@inkproof/signing/public-key'
import { passkey } from '@inkproof/signing/testing/sample-keys'

type Behavior = 'signs' | 'is cancelled' | 'signs with another key'

type Request = {
  publicKey: {
    challenge: ArrayBuffer
    rpId: string
    userVerification: string
    allowCredentials?: { id: ArrayBuffer }[]
  }
}

/** Sets the URL of the page; provided by browser-env.mjs. */
declare const visit: (url: string) => void

export type TestPasskey = Awaited<ReturnType<typeof installTestPasskey>>

/** `asked`: the credentials that each request allows; null for any. */
export async function installTestPasskey() {
  const [own, other] = [await passkey(), await passkey()]
  const id = toBase64Url(randomBytes(16))
  const browser = { behavior: 'signs' as Behavior }
  const asked: (string[] | null)[] = []

  async function get({ publicKey }: Request): Promise<unknown> {
    const { allowCredentials, challenge, rpId, userVerification } = publicKey
    asked.push(allowCredentials?.map((item) => toBase64Url(new Uint8Array(item.id))) ?? null)
    if (browser.behavior === 'is cancelled' || userVerification !== 'required')
      throw Object.assign(new Error('cancelled'), { name: 'NotAllowedError' })
    const key = browser.behavior === 'signs' ? own : other
    const site = { origin: 'https://sign.example.com', rpId }
    const response = await key.assert(new Uint8Array(challenge), site)
    const buffer = (bytes: Uint8Array) => new Uint8Array(bytes).buffer
    return {
      id,
      rawId: buffer(new Uint8Array(Buffer.from(id, 'base64url'))),
      type: 'public-key',
      response: {
        authenticatorData: buffer(response.authenticatorData),
        clientDataJSON: buffer(response.clientDataJSON),
        signature: buffer(response.signature),
      },
      getClientExtensionResults: () => ({}),
    }
  }

  Object.assign(globalThis, { isSecureContext: true, PublicKeyCredential: Object })
  Object.assign(navigator, { credentials: { get } })
  const { publicKey } = own
  if (publicKey.type !== 'P-256') throw new Error('not a key on P-256')
  const known: SigningPasskey = { id, publicKey: toJwk(publicKey) as SigningPasskey['publicKey'] }
  return {
    browser,
    asked,
    known,
    /** Browsers use no passkeys for IP addresses. */
    visitByName: () => visit(location.href.replace('127.0.0.1', 'localhost')),
    uninstall: () => {
      for (const name of ['isSecureContext', 'PublicKeyCredential'])
        Reflect.deleteProperty(globalThis, name)
      Reflect.deleteProperty(navigator, 'credentials')
    },
  }
}
