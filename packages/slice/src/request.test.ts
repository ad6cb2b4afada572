import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { onTokenRefused, RequestError, request, setAccessToken } from './request.ts'
import { type ReceivedRequest, serve, type TestResponse } from './testing/serve.ts'

let stop: (() => Promise<unknown>) | undefined

beforeEach(() => {
  setAccessToken(null)
  onTokenRefused(() => {})
})

afterEach(async () => {
  await stop?.()
  jest.restoreAllMocks()
})

async function setup(respond: (received: ReceivedRequest) => TestResponse = () => ({})) {
  const server = await serve(respond)
  stop = server.stop
  return server
}

test('sends a plain body as JSON and returns the response', async () => {
  const { origin, requests } = await setup(() => ({ body: { ok: true } }))
  const response = await request('POST', `${origin}/x`, { name: 'a' })
  expect(await response.json()).toEqual({ ok: true })
  expect(requests[0]).toMatchObject({ method: 'POST', body: '{"name":"a"}' })
  expect(requests[0]?.headers['content-type']).toBe('application/json')
})

test('sends form data unchanged', async () => {
  const { origin, requests } = await setup()
  const form = new FormData()
  form.set('file', 'content')
  await request('PUT', `${origin}/x`, form)
  expect(requests[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(requests[0]?.body).toContain('content')
})

test('sends a file unchanged, with its type', async () => {
  const { origin, requests } = await setup()
  await request('POST', `${origin}/x`, new Blob(['%PDF'], { type: 'application/pdf' }))
  expect(requests[0]).toMatchObject({
    body: '%PDF',
    headers: { 'content-type': 'application/pdf' },
  })
})

test('sends no body and no content type with GET', async () => {
  const { origin, requests } = await setup()
  await request('GET', `${origin}/x`)
  expect(requests[0]?.body).toBe('')
  expect(requests[0]?.headers['content-type']).toBeUndefined()
})

test('includes cookies in every request', async () => {
  const { origin } = await setup()
  const fetchSpy = jest.spyOn(globalThis, 'fetch')
  await request('GET', `${origin}/x`)
  expect(fetchSpy.mock.calls[0]?.[1]).toMatchObject({ credentials: 'include' })
})

test('adds the bearer token while one is set', async () => {
  const { origin, requests } = await setup()
  setAccessToken('t1')
  await request('DELETE', `${origin}/x`)
  setAccessToken(null)
  await request('DELETE', `${origin}/x`)
  expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer t1', undefined])
})

test('throws with the status, a colon, a space and the body', async () => {
  const { origin } = await setup(() => ({ status: 409, body: 'This is certified already.' }))
  const rejected = request('POST', `${origin}/x`, {})
  await expect(rejected).rejects.toThrow(RequestError)
  await expect(rejected).rejects.toThrow(/^409: This is certified already\.$/)
})

test('throws the status text if the body is empty', async () => {
  const { origin } = await setup(() => ({ status: 404 }))
  await expect(request('GET', `${origin}/x`)).rejects.toThrow(/^404: Not Found$/)
})

test('explains that the browser is offline, but not that a service is down', async () => {
  const { origin } = await setup()
  await stop?.()
  await expect(request('GET', `${origin}/x`)).rejects.toMatchObject({ name: 'TypeError' })
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: false }, configurable: true })
  await expect(request('GET', `${origin}/x`)).rejects.toMatchObject({
    name: 'OfflineError',
    message: 'You are offline. Connect to the internet and try again.',
  })
  Reflect.deleteProperty(globalThis, 'navigator')
})

test('exposes the retry delay that the service requests', async () => {
  const { origin } = await setup(() => ({ status: 503, headers: { 'retry-after': '2' } }))
  await expect(request('GET', `${origin}/x`)).rejects.toMatchObject({ retryAfterS: 2 })
})

test('exposes the error code, or null if the response has none', async () => {
  const { origin } = await setup(({ url }) => ({
    status: 403,
    headers: url === '/named' ? { 'inkproof-error': 'SECOND_FACTOR_NEEDED' } : {},
  }))
  const codeOf = (url: string) => request('GET', url).catch((error: RequestError) => error.code)
  expect(await codeOf(`${origin}/named`)).toBe('SECOND_FACTOR_NEEDED')
  expect(await codeOf(`${origin}/silent`)).toBeNull()
})

test('exposes the fields the error is about, or none', async () => {
  const { origin } = await setup(({ url }) => ({
    status: 400,
    headers: url === '/named' ? { 'inkproof-fields': 'email,claims.0.name' } : {},
  }))
  const fieldsOf = (url: string) =>
    request('POST', url).catch((error: RequestError) => error.fields)
  expect(await fieldsOf(`${origin}/named`)).toEqual(['email', 'claims.0.name'])
  expect(await fieldsOf(`${origin}/silent`)).toEqual([])
})

test('a 401 with a token set is logged, clears the token and is not retried', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {})
  const { origin, requests } = await setup(() => ({ status: 401, body: 'no' }))
  const refusedTokens: string[] = []
  onTokenRefused((token) => refusedTokens.push(token))
  setAccessToken('old')
  await expect(request('GET', `${origin}/x`)).rejects.toThrow('401: no')
  expect(warn).toHaveBeenCalledWith('Token expired - user needs to re-authenticate')
  expect(refusedTokens).toEqual(['old'])
  await expect(request('GET', `${origin}/x`)).rejects.toThrow('401: no')
  expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', undefined])
})

test('a 401 is retried once when a different token has appeared', async () => {
  const { origin, requests } = await setup(({ headers }) => {
    setAccessToken('new')
    return headers.authorization === 'Bearer new' ? { body: 'in' } : { status: 401 }
  })
  setAccessToken('old')
  expect(await (await request('GET', `${origin}/x`)).text()).toBe('in')
  expect(requests).toHaveLength(2)
})

test('a 401 without a token is an ordinary error', async () => {
  const warn = jest.spyOn(console, 'warn')
  const { origin } = await setup(() => ({ status: 401, body: 'Wrong e-mail or password.' }))
  await expect(request('POST', `${origin}/x`, {})).rejects.toThrow('401: Wrong e-mail or password.')
  expect(warn).not.toHaveBeenCalled()
})

test('logs when clearing a refused token fails', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {})
  const logError = jest.spyOn(console, 'error').mockImplementation(() => {})
  const { origin } = await setup(() => ({ status: 401 }))
  const failure = new Error('storage')
  onTokenRefused(() => {
    throw failure
  })
  setAccessToken('old')
  await expect(request('GET', `${origin}/x`)).rejects.toThrow('401')
  expect(logError).toHaveBeenCalledWith('Failed to refresh access token:', failure)
})
