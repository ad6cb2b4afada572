/**
 * A client of remote signing services: Cloud Signature Consortium, API v2.0. Of a document, only its digest leaves the
 * installation.
 */
import { z } from 'zod'

export type CscSettings = {
  /** Base URI of the API, such as `https://service.example/csc/v2`. */
  url: string
  credential: string
  clientId: string
  clientSecret: string
}

export type CscProblem =
  /** No response within the time, no connection, or a response of another shape. */
  | 'no-response'
  /** The authorization server refuses the client or its secret. */
  | 'wrong-client'
  /** No such credential. */
  | 'no-credential'
  /** The credential cannot be used now, or needs an authorization that a program cannot give. */
  | 'unusable-credential'
  /** `credentials/authorize` names the PIN as wrong. */
  | 'wrong-pin'
  /** `credentials/authorize` refuses with the status of a wrong PIN, and names no reason. */
  | 'perhaps-wrong-pin'
  /** `credentials/authorize` refuses for another reason. */
  | 'not-authorized'
  /** Everything else that the service refuses. */
  | 'refused'

/** `detail`: the error of the service, or what is wrong with its response. */
export class CscFailure extends Error {
  override readonly name = 'CscFailure'
  readonly code: CscProblem
  readonly detail: string

  constructor(code: CscProblem, detail: string, options?: ErrorOptions) {
    super(`${code}: ${detail}`, options)
    this.code = code
    this.detail = detail
  }
}

/** All functions throw CscFailure. */
export type CscClient = {
  /** DER of the certificates of the credential, its own first. */
  certificates(): Promise<Uint8Array[]>
  /** Signs a SHA-256 digest. `algorithm` is the OID of the signature algorithm. */
  sign(digest: Uint8Array, algorithm: string, pin: string | undefined): Promise<Uint8Array>
}

const TIMEOUT_MS = 10_000
const MAX_RESPONSE_BYTES = 2 ** 20
const MAX_DETAIL = 200
const SHA256 = '2.16.840.1.101.3.4.2.1'

const Info = z.object({ oauth2: z.url({ protocol: /^https?$/ }).optional() })
const Token = z.object({ access_token: z.string().min(1) })
const Credential = z.object({
  key: z.object({ status: z.string() }),
  cert: z.object({
    status: z.string().optional(),
    certificates: z.array(z.base64()).min(1),
  }),
  auth: z.object({ mode: z.string() }),
})
const Authorization = z.object({ SAD: z.string().min(1) })
const Signatures = z.object({ signatures: z.array(z.base64()).length(1) })
const Failure = z.object({ error: z.string(), error_description: z.string().optional() })

type Reply = { status: number; body: unknown }

export function createCscClient(settings: CscSettings, timeoutMs = TIMEOUT_MS): CscClient {
  const { credential: credentialID } = settings
  const call = createCall(settings, timeoutMs)
  return {
    certificates: async () =>
      (await readCredential(call, credentialID)).map(
        (text) => new Uint8Array(Buffer.from(text, 'base64')),
      ),
    sign: async (digest, algorithm, pin) => {
      const what = {
        credentialID,
        hashes: [Buffer.from(digest).toString('base64')],
        hashAlgorithmOID: SHA256,
      }
      const authData = pin === undefined ? {} : { authData: [{ id: 'PIN', value: pin }] }
      const authorization = { ...what, numSignatures: 1, ...authData }
      const { SAD } = await call(
        Authorization,
        'credentials/authorize',
        authorization,
        authorizationProblem,
      )
      const { signatures } = await call(Signatures, 'signatures/signHash', {
        ...what,
        SAD,
        signAlgo: algorithm,
      })
      return new Uint8Array(Buffer.from(signatures[0] ?? '', 'base64'))
    },
  }
}

/** `problem`: the code of a refusal of this method. */
type Call = <T extends z.ZodType>(
  schema: T,
  method: string,
  body: object,
  problem?: CscProblem | ((reply: Reply) => CscProblem),
) => Promise<z.output<T>>

/** These say that a later request can succeed: RFC 9110, 15.5.9 and 15.5.10; RFC 8470, 5.2; RFC 6585, 4. */
const LATER = [408, 409, 425, 429]

/** A token can expire or be revoked at any time: a new one is requested once. */
function createCall(settings: CscSettings, timeoutMs: number): Call {
  const base = baseOf(settings)
  let token: Promise<string> | undefined

  async function attempt(method: string, body: object): Promise<Reply> {
    token ??= requestToken(settings, timeoutMs)
    const used = token
    const authorization = `Bearer ${await used.catch((error: unknown) => {
      if (token === used) token = undefined
      throw error
    })}`
    const reply = await post(`${base}/${method}`, JSON.stringify(body), timeoutMs, authorization)
    if (reply.status === 401 && token === used) token = undefined
    return reply
  }

  return async (schema, method, body, problem = 'refused') => {
    const problemOf = (reply: Reply) => (typeof problem === 'string' ? problem : problem(reply))
    const isUnknownClient = (reply: Reply) =>
      reply.status === 401 && problemOf(reply) !== 'wrong-pin'
    let reply = await attempt(method, body)
    if (isUnknownClient(reply)) reply = await attempt(method, body)
    if (isUnknownClient(reply)) throw new CscFailure('wrong-client', detailOf(reply))
    if (reply.status >= 400 && reply.status < 500 && !LATER.includes(reply.status))
      throw new CscFailure(problemOf(reply), detailOf(reply))
    return parse(schema, reply)
  }
}

/**
 * What a refusal of `credentials/authorize` is about. The error is `invalid_pin` (CSC API v1.0.4, 11.6), but some services
 * answer with another one and name the PIN only in the description, also if it is locked, which a later try does not change.
 */
function authorizationProblem({ body, status }: Reply): CscProblem {
  const { data } = Failure.safeParse(body)
  const words = data?.error_description ?? ''
  const isAboutPin = /\b(pin|password|authdata)\b/i.test(words) && !/\bb?lock/i.test(words)
  if (data?.error === 'invalid_pin' || isAboutPin) return 'wrong-pin'
  return status === 400 && words === '' ? 'perhaps-wrong-pin' : 'not-authorized'
}

/** Requests a token from the service's OAuth 2.0 server, with client credentials. */
async function requestToken(settings: CscSettings, timeoutMs: number): Promise<string> {
  const base = baseOf(settings)
  const info = parse(Info, await post(`${base}/info`, JSON.stringify({}), timeoutMs))
  const server = (info.oauth2 ?? base).replace(/\/$/, '')
  if (!isSafeUrl(server))
    throw new CscFailure('refused', `its OAuth 2.0 server ${server} has no TLS`)
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
  })
  const reply = await post(`${server}/oauth2/token`, form, timeoutMs)
  if (reply.status === 400 || reply.status === 401)
    throw new CscFailure('wrong-client', detailOf(reply))
  return parse(Token, reply).access_token
}

/** Returns the certificates of a credential that a program can use, in Base64. */
async function readCredential(call: Call, credentialID: string): Promise<string[]> {
  const request = { credentialID, certificates: 'chain', authInfo: true }
  const { auth, cert, key } = await call(Credential, 'credentials/info', request, 'no-credential')
  if (key.status !== 'enabled') throw unusable(`the key is ${key.status}`)
  if (cert.status !== undefined && cert.status !== 'valid')
    throw unusable(`the certificate is ${cert.status}`)
  if (auth.mode !== 'explicit' && auth.mode !== 'implicit')
    throw unusable(`its authorization is ${auth.mode}, which needs a person`)
  return cert.certificates
}

function baseOf({ url }: CscSettings): string {
  return url.replace(/\/$/, '')
}

/** Whether a secret may be sent there: encrypted, or to this machine. */
export function isSafeUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname, protocol } = new URL(url)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isLocal)
}

async function post(
  url: string,
  body: string | URLSearchParams,
  timeoutMs: number,
  authorization?: string,
): Promise<Reply> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        accept: 'application/json',
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...(authorization !== undefined && { authorization }),
      },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, body: await readJson(response) }
  } catch (error) {
    const cause = (error as Error).cause
    const reason = cause instanceof Error ? cause.message : (error as Error).message
    throw new CscFailure('no-response', `${new URL(url).host}: ${reason}`, { cause: error })
  }
}

/** Null for a body that is not JSON, which parsing then refuses. */
async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size > MAX_RESPONSE_BYTES) throw new Error('the response is too large')
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return null
  }
}

function parse<T extends z.ZodType>(schema: T, reply: Reply): z.output<T> {
  const { data } = schema.safeParse(reply.body)
  if (reply.status === 200 && data !== undefined) return data
  throw new CscFailure('no-response', detailOf(reply))
}

function detailOf({ status, body }: Reply): string {
  const { data } = Failure.safeParse(body)
  const words = data ? [data.error, data.error_description].filter(Boolean).join(': ') : ''
  return `status ${status}${words && `, ${words.slice(0, MAX_DETAIL)}`}`
}

const unusable = (detail: string) => new CscFailure('unusable-credential', detail)
