/** People with an account, and their browsers. */
import type { Page } from 'playwright-core'

/** An account as its registration answered. */
export type Account = { token: string; user: object }

/** Opens a page as somebody who signed in before: with what the browser keeps of that. */
export async function openAs(page: Page, { token, user }: Account, path: string): Promise<void> {
  await page.addInitScript(
    ([heldToken, heldUser]) => {
      if (!location.protocol.startsWith('http') || sessionStorage.getItem('opened-as')) return
      sessionStorage.setItem('opened-as', 'yes')
      localStorage.setItem('inkproof_token', heldToken as string)
      localStorage.setItem('inkproof_user', heldUser as string)
    },
    [token, JSON.stringify(user)],
  )
  await page.goto(path)
}

/** Calls svc-auth as an account, outside the browser. @throws Error when it refuses */
export async function callAs<Answer>(
  origin: string,
  { token }: Pick<Account, 'token'>,
  [method, path, body]: [method: string, path: string, body?: unknown],
): Promise<Answer> {
  const answer = await fetch(`${origin}/api/auth${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}
