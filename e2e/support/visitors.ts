/** Provides one browser per test file, with any number of visitors per test. */

import { openBrowser } from '@inkproof/slice-kit/release/browser'
import { afterAll, afterEach, beforeAll } from '@jest/globals'
import type { Browser, BrowserContext } from 'playwright-core'
import { newVisitor, type Visitor, type VisitorOptions } from './browser.ts'

/** Creates a visitor, whose browser context is closed after the test. */
export type Visit = (options?: VisitorOptions) => Promise<Visitor>

/** Call once per test file. `origin` is evaluated when the first visitor is created. */
export function createVisitors(origin: () => string): Visit {
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
