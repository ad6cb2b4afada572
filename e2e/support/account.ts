/** Opens pages and calls svc-auth as a given account. */
import type { Page } from 'playwright-core'

/** An account as returned by registration. */
export type Account = { token: string; user: object }

/** Opens a page as a signed-in user, with the session stored in the browser. */
export async function openAs(page: Page, { token, user }: Account, path: string): Promise<void> {
  await page.addInitScript(
    ([storedToken, storedUser]) => {
      if (!location.protocol.startsWith('http') || sessionStorage.getItem('opened-as')) return
      sessionStorage.setItem('opened-as', 'yes')
      localStorage.setItem('inkproof_token', storedToken as string)
      localStorage.setItem('inkproof_user', storedUser as string)
    },
    [token, JSON.stringify(user)],
  )
  await page.goto(path)
}

/** Calls svc-auth as an account, outside the browser. @throws Error when the service refuses */
export async function callAs<Result>(
  origin: string,
  { token }: Pick<Account, 'token'>,
  [method, path, body]: [method: string, path: string, body?: unknown],
): Promise<Result> {
  const response = await fetch(`${origin}/api/auth${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as Result
}
