/**
 * A language that is a file per part, in a release built from a copy of the repository: shell, packages/ui and the
 * content slice are translated in part, the other slices are not. The translations are made up.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from '@inkproof/launcher/process/run'
import { removeTestFolder } from '@inkproof/launcher/testing/test-folder'
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import type { VisitorOptions } from '../support/browser.ts'
import { frameOf } from '../support/frame.ts'
import { copyReleased, type ReleasedCopy } from '../support/released.ts'
import { type Copy, copyRepository } from '../support/repository-copy.ts'
import { breakFiles, type Fault } from '../support/slice-faults.ts'
import { visitorsOf } from '../support/visitors.ts'

/** Two parts are built without a cache. */
const BUILD_MS = 400_000

const TRANSLATIONS = {
  'shell/texts/pl.json': { Privacy: 'pl: Privacy', 'Page not found': 'pl: Page not found' },
  'packages/ui/texts/pl.json': { 'Switch to light theme': 'pl: Switch to light theme' },
  'mfe-content/texts/pl.json': {
    LitePaper: 'pl: LitePaper',
    Blog: 'pl: Blog',
    'Notes on proofs': 'pl: Notes on proofs',
    '{count} results': {
      one: 'one: {count}',
      few: 'few: {count}',
      many: 'many: {count}',
      other: 'other: {count}',
    },
  },
}

const SHELL_TEXTS = /^\/static\/texts\/pl\.[0-9a-f]{8}\.json$/
const SLICE_TEXTS = /^\/slices\/mfe-content\/[^/]+\/texts\/pl\.[0-9a-f]{8}\.json$/
/** A text of the page that is not translated. */
const LEAD = 'How Inkproof works, and why it works that way.'

let copy: Copy
let released: ReleasedCopy

jest.setTimeout(90_000)

beforeAll(async () => {
  copy = await copyRepository('languages')
  for (const [file, translations] of Object.entries(TRANSLATIONS)) {
    mkdirSync(dirname(join(copy.root, file)), { recursive: true })
    writeFileSync(join(copy.root, file), JSON.stringify(translations))
  }
  released = await copyReleased('languages-released')
  const release = ['--import', 'tsx', 'packages/slice-kit/src/release/release-cli.ts', '--no-test']
  const parts = ['--out', released.www, 'shell', 'mfe-content']
  await run(process.execPath, [...release, ...parts], { cwd: copy.root })
}, BUILD_MS)

afterAll(async () => {
  await released.remove()
  await removeTestFolder(copy.folder)
})

const visit = visitorsOf(() => released.origin)

test('who uses English fetches no file of another language', async () => {
  const { page, fetched } = await visitBlog({})
  await frameOf(page).shows('Notes on proofs')
  expect(await languageOf(page)).toBe('en')
  expect(fetched).toEqual([])
})

test('who uses another language gets shell and slice in it, and in English what has no translation', async () => {
  const { page, fetched } = await visitBlog({ locale: 'pl-PL' })
  const { shows, header, signIn } = frameOf(page)
  await shows('pl: Notes on proofs')
  await page.waitForFunction(() => document.title === 'pl: Blog · Inkproof')
  expect(await languageOf(page)).toBe('pl')
  await page.getByRole('contentinfo').getByRole('link', { name: 'pl: Privacy' }).waitFor()
  await header.getByRole('link', { name: 'pl: LitePaper' }).waitFor()
  await header.getByRole('button', { name: 'pl: Switch to light theme' }).waitFor()
  await page.getByText(LEAD).waitFor()
  // The slice that fills the user menu has no translation.
  await signIn.waitFor()
  expect(fetched).toEqual([expect.stringMatching(SHELL_TEXTS), expect.stringMatching(SLICE_TEXTS)])
})

test('a slice’s file is fetched with the slice, while the header has its labels before', async () => {
  const { page, fetched } = await visitPage('/verify', { locale: 'pl' })
  const { header, shows, signIn } = frameOf(page)
  await signIn.waitFor()
  const link = header.getByRole('link', { name: 'pl: LitePaper' })
  await link.waitFor()
  expect(fetched).toEqual([expect.stringMatching(SHELL_TEXTS)])
  await link.click()
  await shows('Litepaper')
  expect(fetched).toEqual([expect.stringMatching(SHELL_TEXTS), expect.stringMatching(SLICE_TEXTS)])
})

test('the stored choice comes before the browser’s languages', async () => {
  const { page, context } = await visit({ locale: 'pl' })
  await context.addInitScript(() => localStorage.setItem('inkproof_language', 'en'))
  await page.goto('/nothing-here')
  await frameOf(page).shows('Page not found')
  expect(await languageOf(page)).toBe('en')
})

test('a choice in the footer is shown at once and on every later visit', async () => {
  const { page } = await visit({ locale: 'en' })
  await page.goto('/nothing-here')
  const select = page.getByRole('combobox', { name: 'Language' })
  await select.selectOption('polski')
  await frameOf(page).shows('pl: Page not found')
  await page.reload()
  await frameOf(page).shows('pl: Page not found')
  await select.selectOption('English')
  await frameOf(page).shows(/^Page not found$/)
})

test.each([
  [2, 'few: 2'],
  [5, 'many: 5'],
])('words %d results in the form of the language', async (count, words) => {
  const { page } = await visit({ locale: 'pl' })
  const hits = Array.from({ length: count }, (_, index) => ({
    to: `/blog/${index}`,
    title: `Post ${index}`,
    excerpt: '',
  }))
  await page.route('**/api/content/search?*', (route) =>
    route.fulfill({ json: { query: 'proof', hits } }),
  )
  await page.goto('/docs')
  await page.getByRole('searchbox').fill('proof')
  await page.getByText(words, { exact: true }).waitFor()
})

test.each(['missing', 'replaced', 'aborted', 'hanging'] as Fault[])(
  'when the file of a slice is %s, the slice is shown in English',
  async (fault) => {
    const { page } = await visit({ locale: 'pl' })
    await breakFiles(page, SLICE_TEXTS, fault)
    await page.goto('/blog')
    await frameOf(page).shows('Notes on proofs')
    await page.getByRole('contentinfo').getByRole('link', { name: 'pl: Privacy' }).waitFor()
  },
)

test.each(['missing', 'replaced', 'aborted', 'hanging'] as Fault[])(
  'when the file of the shell is %s, the page is shown in English',
  async (fault) => {
    const { page } = await visit({ locale: 'pl' })
    await breakFiles(page, SHELL_TEXTS, fault)
    await page.goto('/blog')
    await frameOf(page).shows('Notes on proofs')
    expect(await languageOf(page)).toBe('en')
  },
)

function visitBlog(options: VisitorOptions) {
  return visitPage('/blog', options)
}

/** A visitor of a page; `fetched` lists the paths of translations that the page asks for. */
async function visitPage(path: string, options: VisitorOptions) {
  const { page } = await visit(options)
  const fetched: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.includes('/texts/')) fetched.push(pathname)
  })
  await page.goto(path)
  return { page, fetched }
}

function languageOf(page: Page): Promise<string> {
  return page.evaluate(() => document.documentElement.lang)
}
