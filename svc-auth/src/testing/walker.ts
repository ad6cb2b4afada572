/** A browser that follows redirects, fills in the provider's two forms and stores cookies, for tests. */
import type { TestAuth } from './start.ts'

/** `origin` is the service's public origin; requests to it go to the service. */
export function walker(auth: Pick<TestAuth, 'send'>, origin: string) {
  const atProvider = new Map<string, string>()
  const held = new Map<string, string>()
  const cookie = (jar: Map<string, string>) => ({
    cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
  })

  /** Calls the service as this browser. */
  async function call(method: string, path: string, body?: unknown, token?: string) {
    const response = await auth.send(method, path, body, token, cookie(held))
    keep(held, response.headers)
    return response
  }

  async function fetchPage(url: string, fields?: Record<string, string>) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: cookie(atProvider),
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    })
    keep(atProvider, response.headers)
    return response
  }

  /** Follows the provider until it redirects back; returns the redirect's URL. */
  async function atProviderAs(login: string, location: string): Promise<string> {
    let next: { url: string; fields?: Record<string, string> } = { url: location }
    for (let steps = 0; steps < 12; steps += 1) {
      const response = await fetchPage(next.url, next.fields)
      const sentTo = response.headers.get('location')
      const to = sentTo && new URL(sentTo, next.url).href
      if (to?.startsWith(origin)) return to
      next = to ? { url: to } : formOf(await response.text(), next.url, login)
    }
    throw new Error('the provider sends nobody back')
  }

  /** From our redirect URL to the final page: its path and its fragment. */
  async function signIn(login: string, returnTo = '/verify') {
    const start = await call(
      'GET',
      `/api/auth/provider/start?returnTo=${encodeURIComponent(returnTo)}`,
    )
    const back = await atProviderAs(login, start.headers.get('location') ?? '')
    return land(back)
  }

  /** Requests our callback. */
  async function land(back: string) {
    const { pathname, search } = new URL(back)
    const response = await call('GET', pathname + search)
    return pageOf(response.headers.get('location') ?? '', origin)
  }

  return { call, signIn, atProviderAs, land }
}

/** The page a browser was redirected to. @throws Error for a page of another origin */
export function pageOf(location: string, origin: string) {
  const url = new URL(location)
  if (url.origin !== origin) throw new Error(`sent away to ${location}`)
  const [name = '', value = ''] = url.hash.slice(1).split('=')
  return { path: url.pathname + url.search, name, value }
}

/** The filled-in form of the provider's page; `nobody` declines. */
function formOf(html: string, url: string, login: string) {
  const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1]
  if (!action) throw new Error(`no form at ${url}: ${html.slice(0, 300)}`)
  const submit = new URL(action, url).href
  if (login === 'nobody') return { url: `${submit}/abort` }
  const isLogin = html.includes('name="login"')
  return {
    url: submit,
    fields: isLogin ? { prompt: 'login', login, password: 'any' } : { prompt: 'consent' },
  }
}

function keep(jar: Map<string, string>, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value) jar.set(name, value)
    else jar.delete(name)
  }
}
