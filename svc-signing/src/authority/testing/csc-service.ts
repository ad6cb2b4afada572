/** A remote signing service as the Cloud Signature Consortium's API v2.0 describes it, with a real key. */
import { constants, createPrivateKey, privateEncrypt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { digestInfo } from '@inkproof/pdf-signing/digest-signer'
import type { IssuedId } from '@inkproof/pdf-signing/pki'

export const CLIENT = { client: 'inkproof', secret: 'client secret' }
export const CREDENTIAL = 'seal-1'
export const CREDENTIAL_PIN = '654321'

type Reply = [status: number, body: unknown]

const refuse = (status: number, error: string, description: string): Reply => [
  status,
  { error, error_description: description },
]

/** An RSA key: Node.js signs only what it hashes itself, except with the raw RSA operation. */
export async function startCscService(id: IssuedId) {
  const key = createPrivateKey({ key: Buffer.from(id.privateKey), format: 'der', type: 'pkcs8' })
  const state = {
    isDown: false,
    /** What `credentials/authorize` answers instead. */
    refusal: undefined as Reply | undefined,
    key: 'enabled',
    mode: 'explicit',
    hash: (digest: Buffer) => digest,
    certificates: [id.certificate],
    /** Names of the methods in the order of the calls. */
    calls: [] as string[],
    /** All bodies. */
    received: '',
  }
  const tokens = new Set<string>()
  const authorized = new Map<string, string>()

  const methods: Record<string, (body: Record<string, never>) => Reply> = {
    info: () => [200, { specs: '2.0.0.0', name: 'Test', oauth2: origin() }],
    'credentials/info': ({ credentialID }) => {
      if (credentialID !== CREDENTIAL)
        return refuse(400, 'invalid_request', 'Invalid parameter credentialID')
      const certificates = state.certificates.map((der) => Buffer.from(der).toString('base64'))
      return [
        200,
        {
          key: { status: state.key, algo: ['1.2.840.113549.1.1.11'], len: 3072 },
          cert: { status: 'valid', certificates },
          auth: { mode: state.mode, expression: 'PIN', objects: [{ type: 'Password', id: 'PIN' }] },
          SCAL: '2',
          multisign: 1,
        },
      ]
    },
    'credentials/authorize': ({ hashes, authData }) => {
      if (state.refusal) return state.refusal
      const [pin] = (authData ?? []) as { id: string; value: string }[]
      if (pin?.id !== 'PIN' || pin.value !== CREDENTIAL_PIN)
        return refuse(400, 'invalid_pin', 'The PIN is invalid')
      const SAD = crypto.randomUUID()
      authorized.set(SAD, String(hashes))
      return [200, { SAD, expiresIn: 300 }]
    },
    'signatures/signHash': ({ SAD, hashes, signAlgo, hashAlgorithmOID }) => {
      if (authorized.get(String(SAD)) !== String(hashes))
        return refuse(400, 'invalid_request', 'Invalid parameter SAD')
      authorized.delete(String(SAD))
      if (signAlgo !== '1.2.840.113549.1.1.11' || hashAlgorithmOID !== '2.16.840.1.101.3.4.2.1')
        return refuse(400, 'invalid_request', 'Invalid parameter signAlgo')
      const digest = state.hash(Buffer.from(String(hashes), 'base64'))
      const padded = { key, padding: constants.RSA_PKCS1_PADDING }
      return [200, { signatures: [privateEncrypt(padded, digestInfo(digest)).toString('base64')] }]
    },
  }

  function tokenFor(body: string): Reply {
    const form = new URLSearchParams(body)
    const isClient =
      form.get('client_id') === CLIENT.client && form.get('client_secret') === CLIENT.secret
    if (form.get('grant_type') !== 'client_credentials' || !isClient)
      return refuse(401, 'invalid_client', 'Client authentication failed')
    const token = crypto.randomUUID()
    tokens.add(token)
    return [200, { access_token: token, token_type: 'Bearer', expires_in: 3600 }]
  }

  function replyTo(method: string, request: IncomingMessage, body: string): Reply {
    if (method === 'oauth2/token') return tokenFor(body)
    const bearer = request.headers.authorization?.replace('Bearer ', '') ?? ''
    if (method !== 'info' && !tokens.has(bearer))
      return refuse(401, 'invalid_token', 'The access token expired')
    return methods[method]?.(JSON.parse(body)) ?? refuse(404, 'invalid_request', 'No such method')
  }

  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const method = (request.url ?? '').replace(/^\/(csc\/v2\/)?/, '')
    state.calls.push(method)
    state.received += body
    if (state.isDown) return void response.writeHead(503).end('down')
    const [status, reply] = replyTo(method, request, body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  })
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `${origin()}/csc/v2`,
    state,
    expireTokens: () => tokens.clear(),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
