/** What can happen to a slice's files on their way, done to one visitor's page. */
import type { Page, Route } from 'playwright-core'

/** The way a file goes wrong. */
export type Fault = 'missing' | 'html' | 'truncated' | 'replaced' | 'aborted' | 'hanging'

/** Those that are noticed at once: all but one that hangs. */
export const FAULTS: Fault[] = ['missing', 'html', 'truncated', 'replaced', 'aborted']

const DEEDS: Record<Fault, (route: Route) => Promise<void>> = {
  missing: (route) => route.fulfill({ status: 404, body: 'There is nothing at this address.' }),
  html: (route) =>
    route.fulfill({
      status: 200,
      contentType: 'text/html',
      body: '<!doctype html><title>x</title>',
    }),
  truncated: async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: text.slice(0, text.length / 2) })
  },
  replaced: async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      body: `${await response.text()};globalThis.wasReplaced = true`,
    })
  },
  aborted: (route) => route.abort('connectionreset'),
  // Never answered; taking the route away later leaves it so.
  hanging: async () => {},
}

/** Does this to every file whose path matches. Returns the way to heal it. */
export async function breakFiles(
  page: Page,
  files: RegExp,
  fault: Fault,
): Promise<() => Promise<void>> {
  let isBroken = true
  const matches = (url: URL) => files.test(url.pathname)
  await page.route(matches, (route) => (isBroken ? DEEDS[fault](route) : route.continue()))
  return async () => {
    isBroken = false
  }
}

/** Counts what the content security policy refuses on this page, from before its first line of code. */
export async function watchPolicy(page: Page): Promise<string[]> {
  const reports: string[] = []
  await page.exposeFunction('noteRefusal', (report: string) => reports.push(report))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const note = (globalThis as { noteRefusal?: (report: string) => void }).noteRefusal
      note?.(`${violatedDirective} ${blockedURI} ${sourceFile}`)
    })
  })
  return reports
}
