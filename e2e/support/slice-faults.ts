/** Simulated faults of a slice's files, applied to one visitor's page. */
import type { Page, Route } from 'playwright-core'

/** The kind of fault. */
export type Fault = 'missing' | 'html' | 'truncated' | 'replaced' | 'aborted' | 'hanging'

/** The faults that are detected immediately: all except a hanging request. */
export const IMMEDIATE_FAULTS: Fault[] = ['missing', 'html', 'truncated', 'replaced', 'aborted']

const FAULT_HANDLERS: Record<Fault, (route: Route) => Promise<void>> = {
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
  // Never responds, not even after the fault is removed.
  hanging: async () => {},
}

/**
 * Applies the fault to every file whose path matches. Returns a function that removes the fault.
 */
export async function breakFiles(
  page: Page,
  files: RegExp,
  fault: Fault,
): Promise<() => Promise<void>> {
  let isBroken = true
  const matches = (url: URL) => files.test(url.pathname)
  await page.route(matches, (route) => (isBroken ? FAULT_HANDLERS[fault](route) : route.continue()))
  return async () => {
    isBroken = false
  }
}

/**
 * Records violations of the content security policy on this page, including those before its first script.
 */
export async function watchPolicy(page: Page): Promise<string[]> {
  const reports: string[] = []
  await page.exposeFunction('reportViolation', (report: string) => reports.push(report))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const notify = (globalThis as { reportViolation?: (report: string) => void }).reportViolation
      notify?.(`${violatedDirective} ${blockedURI} ${sourceFile}`)
    })
  })
  return reports
}
