/**
 * The one way to call a service: specification, sections 7 and 8.
 * The bearer token lives in this module's memory; the session decides what it is.
 */

/** Methods the services answer. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const CODE_HEADER = 'inkproof-error'

/** A refused call. The message is `<status>: <body, or the status text where the body is empty>`. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly status: number
  /** The sentence alone, for showing beside a field. */
  readonly sentence: string
  /** Seconds to wait before another try, where the service said so. */
  readonly retryAfterS: number | null
  /** The error's code, for telling one refusal from another; null where whoever answered named none. */
  readonly code: string | null

  constructor(response: Response, body: string) {
    const sentence = body || response.statusText
    super(`${response.status}: ${sentence}`)
    this.status = response.status
    this.sentence = sentence
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
    this.retryAfterS = Number.isFinite(retryAfter) ? retryAfter : null
    this.code = response.headers.get(CODE_HEADER)
  }
}

let accessToken: string | null = null
let tokenRefused: (token: string) => void = () => {}

/** Gives every following request this bearer token; null takes it away. */
export function setAccessToken(token: string | null): void {
  accessToken = token
}

/** Who is told when a service has refused the held token. */
export function onTokenRefused(listener: (token: string) => void): void {
  tokenRefused = listener
}

/**
 * Calls a service and returns its answer if it is a success; throws {@link RequestError} otherwise.
 * A plain body goes as JSON; FormData, Blob and bytes go as they are.
 */
export async function request(
  method: Method,
  url: string,
  body?: unknown,
  init: RequestInit = {},
): Promise<Response> {
  const used = accessToken
  let response = await send(method, url, body, init, used)
  if (response.status === 401 && used !== null) {
    const fresh = refreshAccessToken(used)
    if (fresh !== null && fresh !== used) response = await send(method, url, body, init, fresh)
  }
  if (!response.ok) throw new RequestError(response, await response.text())
  return response
}

function send(
  method: Method,
  url: string,
  body: unknown,
  init: RequestInit,
  token: string | null,
): Promise<Response> {
  const headers = new Headers(init.headers)
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  const payload = encodeBody(body, headers)
  const sent = payload === undefined ? {} : { body: payload }
  return fetch(url, { ...init, method, headers, credentials: 'include', ...sent })
}

function encodeBody(body: unknown, headers: Headers): BodyInit | undefined {
  if (body === undefined) return undefined
  if (isRaw(body)) return body
  headers.set('content-type', 'application/json')
  return JSON.stringify(body)
}

function isRaw(body: unknown): body is FormData | Blob | Uint8Array<ArrayBuffer> {
  return body instanceof FormData || body instanceof Blob || body instanceof Uint8Array
}

/**
 * Specification, section 7: there is no refresh call. What can be had instead is a token that appeared
 * while this one was on its way, as when the person signed in again.
 */
function refreshAccessToken(refused: string): string | null {
  if (accessToken !== refused) return accessToken
  try {
    console.warn('Token expired - user needs to re-authenticate')
    accessToken = null
    tokenRefused(refused)
  } catch (error) {
    console.error('Failed to refresh access token:', error)
  }
  return null
}
