/**
 * A frozen slice built when the contract was introduced, in the current shell. It must keep working
 * until the contract's number changes; then it is rebuilt from the oldest version supported at that
 * time.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { testSystem } from '@inkproof/launcher/testing/control'
import { openBrowser } from '@inkproof/slice-kit/release/browser'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { newVisitor, type Visitor } from '../support/browser.ts'

const FOLDER = path.join(import.meta.dirname, 'generated/mfe-oldest')
const BASE_PATH = '/slices/mfe-oldest/0.1.0-oldest'

let browser: Browser
let visitor: Visitor
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  visitor = await newVisitor(browser, testSystem().origin)
  page = visitor.page
})
afterEach(() => visitor.context.close())

test('runs in the current shell, with its session, queries, toasts and router', async () => {
  await publish({})
  await page.goto('/oldest')
  await page.getByRole('heading', { name: 'A slice of the first contract' }).waitFor()
  await page.getByText('session: signed-out, query: asked').waitFor()
  await page.getByRole('button', { name: 'Say it' }).click()
  await page.getByText('Said by the oldest slice').first().waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Verify' }).click()
  await page.getByRole('heading', { level: 1, name: /certified file/ }).waitFor()
  expect(visitor.browserErrors).toEqual([])
})

test('a slice that declares another contract is refused with an inline message', async () => {
  await publish({ contract: 2 })
  await page.goto('/oldest')
  await page.getByRole('heading', { name: 'This page is unavailable right now' }).waitFor()
  await page.getByText('What went wrong').click()
  await page.getByText(/written for contract 2, the shell implements 1/).waitFor()
})

/** Adds the frozen slice to the registry that the gateway inlines into the page. */
async function publish(change: { contract?: number }) {
  const record = JSON.parse(read('build.json').toString())
  const integrity = Object.fromEntries(
    scripts().map((file) => [`${BASE_PATH}/${file}`, computeIntegrity(file)]),
  )
  const slice = {
    ...record.facts,
    package: 'mfe-oldest',
    version: '0.1.0-oldest',
    entry: `${BASE_PATH}/${record.entry}`,
    preload: [],
    pages: {},
    integrity,
    ...change,
  }
  await page.route(`**${BASE_PATH}/*`, (route) => {
    const file = path.basename(new URL(route.request().url()).pathname)
    return route.fulfill({ contentType: 'text/javascript', body: read(file) })
  })
  await page.route('**/oldest', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(
      '"slices":[',
      `"slices":[${JSON.stringify(slice)},`,
    )
    await route.fulfill({ response, body })
  })
}

function scripts(): string[] {
  return readdirSync(FOLDER).filter((file) => file.endsWith('.js'))
}

function read(file: string): Buffer {
  return readFileSync(path.join(FOLDER, file))
}

function computeIntegrity(file: string): string {
  return `sha384-${createHash('sha384').update(read(file)).digest('base64')}`
}
