/** Helpers for the auth dialog and the requests that its forms send. */
import type { Page, Request } from 'playwright-core'
import { newPerson } from './steps.ts'

/** A request from the page. */
export type Call = {
  method: string
  headers: Record<string, string>
  body: Record<string, unknown> | null
}

/** Opens the dialog with the header's button and waits for its first form. */
export async function openDialog(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
  const dialog = dialogOf(page)
  await dialog.title('Sign In').waitFor()
  return dialog
}

/** Creates helpers for the open dialog. */
export function dialogOf(page: Page) {
  const panel = page.getByRole('dialog')
  return {
    panel,
    title: (name: string) => panel.getByRole('heading', { level: 2, name, exact: true }),
    field: (label: string) => panel.getByLabel(label, { exact: true }),
    button: (name: string) => panel.getByRole('button', { name, exact: true }),
    alert: panel.getByRole('alert'),
    /** The form's fields and buttons from top to bottom, by name. */
    outline: () => panel.getByRole('textbox').or(panel.getByRole('button')).evaluateAll(namesOf),
    isFocusInside: () => panel.evaluate((element) => element.contains(document.activeElement)),
  }
}

function namesOf(elements: Element[]): string[] {
  return elements.map((element) => {
    const labels = element instanceof HTMLInputElement ? element.labels : null
    return (
      labels?.[0]?.textContent ?? element.getAttribute('aria-label') ?? element.textContent ?? ''
    )
  })
}

/** Returns a list to which each later request to the path is added, in order. */
export function recordCalls(page: Page, path: string): Call[] {
  const calls: Call[] = []
  page.on('request', async (request: Request) => {
    if (new URL(request.url()).pathname !== path) return
    const call: Call = { method: request.method(), headers: request.headers(), body: null }
    calls.push(call)
    call.body = request.postDataJSON() ?? null
    // Headers added by the browser, including cookies, become available slightly later.
    call.headers = await request.allHeaders()
  })
  return calls
}

/** Registers an account without a browser. */
export async function registerAccount(origin: string, overrides: object = {}) {
  const person = { ...newPerson(), ...overrides }
  const response = await fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, turnstileToken: 'disabled-for-testing' }),
  })
  if (response.status !== 201) throw new Error(`registration returned ${response.status}`)
  const { token, user } = (await response.json()) as { token: string; user: { id: string } }
  return { ...person, token, user }
}

/** Signs in with the open dialog and waits until it closes. If it stays open, throws an error with its text. */
export async function signIn(page: Page, person: { email: string; password: string }) {
  const dialog = dialogOf(page)
  await dialog.field('Email').fill(person.email)
  await dialog.field('Password').fill(person.password)
  await dialog.button('Sign In').click()
  try {
    await dialog.panel.waitFor({ state: 'detached' })
  } catch (error) {
    throw new Error(`the dialog stays open: ${await dialog.panel.textContent()}`, { cause: error })
  }
}

/** Returns the session that is stored in the browser. */
export function storedSession(page: Page): Promise<{ token: string | null; user: string | null }> {
  return page.evaluate(() => ({
    token: localStorage.getItem('inkproof_token'),
    user: localStorage.getItem('inkproof_user'),
  }))
}

/** Delays requests to a path until the returned function is called. */
export async function delayRequests(page: Page, path: string): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**${path}`, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Makes requests to a path fail with an error that has no message. */
export async function failWithoutMessage(page: Page, path: string): Promise<void> {
  await page.evaluate((broken) => {
    const real = globalThis.fetch
    globalThis.fetch = (input, init) =>
      String(input).endsWith(broken) ? Promise.reject(new Error('')) : real(input, init)
  }, path)
}
