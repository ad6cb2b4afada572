/** A browser for tests: follows redirects, fills in the provider's two forms and stores cookies. */
import type { TestAuth } from './start.ts'

/** `origin` is the service's public origin; requests to it go to the service. */
export function createRedirectBrowser(auth: Pick<TestAuth, 'send'>, origin: string) {
  const providerCookies = new Map<string, string>()
  const serviceCookies = new Map<string, string>()
  const cookie = (jar: Map<string, string>) => ({
    cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
  })

  /** Calls the service as this browser. */
  async function call(method: string, path: string, body?: unknown, token?: string) {
    const response = await auth.send(method, path, body, token, cookie(serviceCookies))
    storeCookies(serviceCookies, response.headers)
    return response
  }

  async function fetchPage(url: string, fields?: Record<string, string>) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: cookie(providerCookies),
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    })
    storeCookies(providerCookies, response.headers)
    return response
  }

  /** Signs in at the provider. Returns the URL to which the provider redirects the browser back. */
  async function signInAtProvider(login: string, startUrl: string): Promise<string> {
    let next: { url: string; fields?: Record<string, string> } = { url: startUrl }
    for (let steps = 0; steps < 12; steps += 1) {
      const response = await fetchPage(next.url, next.fields)
      const location = response.headers.get('location')
      const target = location && new URL(location, next.url).href
      if (target?.startsWith(origin)) return target
      next = target ? { url: target } : fillForm(await response.text(), next.url, login)
    }
    throw new Error('the provider did not redirect back')
  }

  /** Signs in from our start URL to the final page. Returns the page's path and fragment. */
  async function signIn(login: string, returnTo = '/verify') {
    const start = await call(
      'GET',
      `/api/auth/provider/start?returnTo=${encodeURIComponent(returnTo)}`,
    )
    const back = await signInAtProvider(login, start.headers.get('location') ?? '')
    return followCallback(back)
  }

  /** Requests our callback. Returns the path and fragment of the page it redirects to. */
  async function followCallback(back: string) {
    const { pathname, search } = new URL(back)
    const response = await call('GET', pathname + search)
    return pageOf(response.headers.get('location') ?? '', origin)
  }

  return { call, signIn, signInAtProvider, followCallback }
}

/** Returns the path and fragment of a redirect. @throws Error for another origin */
export function pageOf(location: string, origin: string) {
  const url = new URL(location)
  if (url.origin !== origin) throw new Error(`redirected to another site: ${location}`)
  const [name = '', value = ''] = url.hash.slice(1).split('=')
  return { path: url.pathname + url.search, name, value }
}

/** Returns the request that submits the form of the provider's page. The login `nobody` declines instead. */
function fillForm(html: string, url: string, login: string) {
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

function storeCookies(jar: Map<string, string>, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value) jar.set(name, value)
    else jar.delete(name)
  }
}
