/**
 * The only way to call a service: specification, sections 7 and 8. This module keeps the bearer
 * token in memory; the session sets it.
 */

import { t } from '@inkproof/texts/text'

/** HTTP methods that the services support. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const CODE_HEADER = 'inkproof-error'
const FIELDS_HEADER = 'inkproof-fields'

/** A failed call. The message is `<status>: <body, or the status text if the body is empty>`. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly status: number
  /** The response body alone, for display beside a form field. */
  readonly sentence: string
  /** Seconds to wait before a retry, if the service sent Retry-After. */
  readonly retryAfterS: number | null
  /** The error code; null if the response has none. */
  readonly code: string | null
  /** Dotted paths of the input fields the error is about, such as `email`; empty if there are none. */
  readonly fields: readonly string[]

  constructor(response: Response, body: string) {
    const sentence = body || response.statusText
    super(`${response.status}: ${sentence}`)
    this.status = response.status
    this.sentence = sentence
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
    this.retryAfterS = Number.isFinite(retryAfter) ? retryAfter : null
    this.code = response.headers.get(CODE_HEADER)
    this.fields = response.headers.get(FIELDS_HEADER)?.split(/, ?/) ?? []
  }
}

/** A call that failed because the browser is offline. Other packages recognize it by its name. */
class OfflineError extends Error {
  override readonly name = 'OfflineError'
}

let accessToken: string | null = null
let tokenRefused: (token: string) => void = () => {}

/** Sets the bearer token for all following requests; null removes it. */
export function setAccessToken(token: string | null): void {
  accessToken = token
}

/** Sets the listener that is called when a service has refused the current token. */
export function onTokenRefused(listener: (token: string) => void): void {
  tokenRefused = listener
}

/**
 * Calls a service and returns its response if successful; throws {@link RequestError} otherwise, or an `OfflineError`
 * with a message for the user if the browser is offline. FormData, Blob and Uint8Array bodies are sent unchanged, any
 * other body as JSON. Repeats the call once after a 401 if the access token has been replaced in the meantime.
 */
export async function request(
  method: Method,
  url: string,
  body?: unknown,
  init: RequestInit = {},
): Promise<Response> {
  const sentToken = accessToken
  let response = await send(method, url, body, init, sentToken)
  if (response.status === 401 && sentToken !== null) {
    const newToken = refreshAccessToken(sentToken)
    if (newToken !== null && newToken !== sentToken)
      response = await send(method, url, body, init, newToken)
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
  const payloadInit = payload === undefined ? {} : { body: payload }
  return fetch(url, { ...init, method, headers, credentials: 'include', ...payloadInit }).catch(
    explainOffline,
  )
}

/** Browsers throw the same `TypeError` whether the browser is offline or the service is down. */
function explainOffline(error: unknown): never {
  if (Object(error).name === 'TypeError' && globalThis.navigator?.onLine === false)
    throw new OfflineError(t('You are offline. Connect to the internet and try again.'), {
      cause: error,
    })
  throw error
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
 * Specification, section 7: there is no refresh call. Returns the current token if it was replaced while
 * the request was in flight, for example because the user signed in again. Otherwise removes the
 * refused token and returns null.
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
