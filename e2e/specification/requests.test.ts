/**
 * Specification, sections 7 to 9: how requests are sent and responses are handled, in a real
 * browser.
 */
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, test } from '@jest/globals'
import type { Page, Request } from 'playwright-core'
import { exposeHost } from '../support/host.ts'
import { register } from '../support/steps.ts'
import { createVisitors } from '../support/visitors.ts'

const EXPIRED = 'Token expired - user needs to re-authenticate'

const visit = createVisitors(() => testSystem().origin)

async function setup() {
  const visitor = await visit()
  const consoleLines: string[] = []
  visitor.page.on('console', (message) => consoleLines.push(message.text()))
  await visitor.page.goto('/nothing-here')
  await exposeHost(visitor.page)
  return { ...visitor, consoleLines }
}

/** Responds to requests below /api/echo/ with the status in their path, and records them. */
async function echo(page: Page, body = ''): Promise<Request[]> {
  const requests: Request[] = []
  await page.route('**/api/echo/*', (route) => {
    requests.push(route.request())
    const status = Number(new URL(route.request().url()).pathname.split('/').at(-1))
    return route.fulfill({ status, contentType: 'text/plain', body })
  })
  return requests
}

async function setupSignedIn() {
  const visitor = await setup()
  const { page } = visitor
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
  await register(page)
  return { ...visitor, token: await page.evaluate(() => localStorage.getItem('inkproof_token')) }
}

test('GET, POST, PUT, PATCH and DELETE are sent, a body as JSON with its content type', async () => {
  const { page } = await setup()
  const requests = await echo(page)
  await page.evaluate(async () => {
    await host.request('GET', '/api/echo/200')
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      await host.request(method, '/api/echo/200', { name: 'a' })
  })
  expect(requests.map((request) => request.method())).toEqual([
    'GET',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
  ])
  expect(requests[0]?.postData()).toBeNull()
  for (const request of requests.slice(1)) {
    expect(request.postData()).toBe('{"name":"a"}')
    expect(request.headers()['content-type']).toBe('application/json')
  }
})

test('form data is sent unchanged', async () => {
  const { page } = await setup()
  const requests = await echo(page)
  await page.evaluate(() => {
    const form = new FormData()
    form.set('file', 'content')
    return host.request('POST', '/api/echo/200', form).then(() => undefined)
  })
  expect(requests[0]?.headers()['content-type']).toMatch(/^multipart\/form-data; boundary=/)
})

test('every request includes cookies, and the bearer token while one is set', async () => {
  const { page, context, token } = await setupSignedIn()
  await context.addCookies([{ name: 'chosen', value: 'yes', url: testSystem().origin }])
  const sent = page.waitForRequest('**/api/auth/me')
  await page.evaluate(() => host.request('GET', '/api/auth/me').then(() => undefined))
  const headers = await (await sent).allHeaders()
  expect(headers['cookie']).toContain('chosen=yes')
  expect(headers['authorization']).toBe(`Bearer ${token}`)
  await page.evaluate(() => host.signOut())
  const requests = await echo(page)
  await page.evaluate(() => host.request('GET', '/api/echo/200').then(() => undefined))
  expect(requests[0]?.headers()['authorization']).toBeUndefined()
})

test('a response that is not OK is an error: the status, a colon, a space, then the body or the status text', async () => {
  const { page } = await setup()
  const error = await readError(page, '/api/v1/certificates/nobodys')
  const response = await page.request.get('/api/v1/certificates/nobodys')
  expect(error).toBe(`${response.status()}: ${await response.text()}`)
  expect(error).toMatch(/^4\d\d: \S/)
  await echo(page)
  expect(await readError(page, '/api/echo/404')).toBe('404: Not Found')
})

test('on 401 with a token set, it logs a message, clears the token and does not retry', async () => {
  const { page, consoleLines } = await setupSignedIn()
  const requests = await echo(page, 'no')
  expect(await readError(page, '/api/echo/401')).toBe('401: no')
  expect(consoleLines).toContain(EXPIRED)
  expect(await readError(page, '/api/echo/401')).toBe('401: no')
  const bearers = requests.map((request) => request.headers()['authorization'] !== undefined)
  expect(bearers).toEqual([true, false])
})

test('on 401, it retries once when a different token has appeared', async () => {
  const { page } = await setupSignedIn()
  let requestCount = 0
  await page.route('**/api/echo/late', async (route) => {
    requestCount += 1
    if (requestCount > 1) return route.fulfill({ status: 200, body: 'in' })
    // Simulates a user who signs in again while the request is in flight.
    await page.evaluate(() => host.signedIn(host.useSession.getState().user, 'another'))
    return route.fulfill({ status: 401, body: 'no' })
  })
  const body = await page.evaluate(async () => (await host.request('GET', '/api/echo/late')).text())
  expect({ body, requestCount }).toEqual({ body: 'in', requestCount: 2 })
})

test('a failure to clear the token is logged', async () => {
  const { page, consoleLines } = await setupSignedIn()
  await echo(page, 'no')
  await page.evaluate(() => {
    host.useSession.subscribe(() => {
      throw new Error('broken on purpose')
    })
  })
  expect(await readError(page, '/api/echo/401')).toBe('401: no')
  expect(consoleLines.some((line) => line.startsWith('Failed to refresh access token:'))).toBe(true)
})

test('the default query function fetches the first element of its key once, and never refetches automatically', async () => {
  const { page } = await setup()
  let requestCount = 0
  await page.route('**/api/echo/data', (route) => {
    requestCount += 1
    return route.fulfill({ json: { requestCount } })
  })
  const results = await page.evaluate(async () => {
    const query = () => host.queryClient.ensureQueryData({ queryKey: ['/api/echo/data', 'more'] })
    const first = await query()
    dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
    return [first, await query()]
  })
  expect(results).toEqual([{ requestCount: 1 }, { requestCount: 1 }])
  expect(requestCount).toBe(1)
  const defaults = await page.evaluate(() => {
    const { queryFn: _, staleTime, ...queries } = host.QUERY_DEFAULTS.queries
    return {
      queries,
      isNeverStale: staleTime === Number.POSITIVE_INFINITY,
      mutations: host.QUERY_DEFAULTS.mutations,
    }
  })
  expect(defaults).toEqual({
    queries: { retry: false, refetchInterval: false, refetchOnWindowFocus: false },
    isNeverStale: true,
    mutations: { retry: false },
  })
})

test('the default query function does not retry, and throws on 401 unless configured to return null', async () => {
  const { page } = await setup()
  const requests = await echo(page, 'no')
  const outcome = await page.evaluate(async () => {
    const queryKey = ['/api/echo/401']
    const thrown = await host.queryClient.ensureQueryData({ queryKey }).catch(String)
    return { thrown, returned: await host.queryFn('return-null')({ queryKey }) }
  })
  expect(outcome).toEqual({ thrown: 'RequestError: 401: no', returned: null })
  expect(requests).toHaveLength(2)
})

/** Returns the message of the error thrown by a GET. */
function readError(page: Page, path: string): Promise<string> {
  return page.evaluate(
    (url) =>
      host.request('GET', url).then(
        () => 'no error',
        (error: Error) => error.message,
      ),
    path,
  )
}
