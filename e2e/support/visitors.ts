/** One browser for the tests of a file, and in each test as many visitors as it asks for. */

import { openBrowser } from '@inkproof/launcher/testing/browser'
import { afterAll, afterEach, beforeAll } from '@jest/globals'
import type { Browser, BrowserContext } from 'playwright-core'
import { newVisitor, type Visitor, type VisitorOptions } from './browser.ts'

/** Comes as a new visitor; the visit ends with the test. */
export type Visit = (options?: VisitorOptions) => Promise<Visitor>

/** To be called once in a test file. `origin` is asked when the first visitor comes. */
export function visitorsOf(origin: () => string): Visit {
  let browser: Browser
  const contexts: BrowserContext[] = []
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
  })
  afterAll(() => browser.close())
  return async (options = {}) => {
    const visitor = await newVisitor(browser, origin(), options)
    contexts.push(visitor.context)
    return visitor
  }
}
