/**
 * Tests adding a language, for which each part has one file of translations. The test adds placeholders in a language
 * that the product does not have: some for the shell, packages/ui and the content slice, none for the other slices.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import type { VisitorOptions } from '../support/browser.ts'
import { frameOf } from '../support/frame.ts'
import { breakFiles, type Fault } from '../support/slice-faults.ts'
import type { Visit } from '../support/visitors.ts'

const TRANSLATIONS = {
  'shell/texts/uk.json': { Privacy: 'uk: Privacy', 'Page not found': 'uk: Page not found' },
  'packages/ui/texts/uk.json': { 'Switch to light theme': 'uk: Switch to light theme' },
  'mfe-content/texts/uk.json': {
    LitePaper: 'uk: LitePaper',
    Blog: 'uk: Blog',
    'Notes on proofs': 'uk: Notes on proofs',
    '{count} results': {
      one: 'one: {count}',
      few: 'few: {count}',
      many: 'many: {count}',
      other: 'other: {count}',
    },
  },
}

const SHELL_TEXTS = /^\/static\/texts\/uk\.[0-9a-f]{8}\.json$/
const SLICE_TEXTS = /^\/slices\/mfe-content\/[^/]+\/texts\/uk\.[0-9a-f]{8}\.json$/
/** A text of the page that has no translation. */
const UNTRANSLATED = 'How Inkproof works, and why it works that way.'

export function addTranslations(root: string): void {
  for (const [file, translations] of Object.entries(TRANSLATIONS)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), JSON.stringify(translations))
  }
}

export function removeTranslations(root: string): void {
  for (const file of Object.keys(TRANSLATIONS)) rmSync(join(root, file))
}

/**
 * Registers the tests. `visit` opens a system in which the shell and the content slice were released with the
 * translations, and the other slices before the translations were added.
 */
export function testLanguages(visit: Visit): void {
  testFetching(visit)
  testChoice(visit)
  testFaults(visit)
}

function testFetching(visit: Visit): void {
  test('a visitor whose language is English fetches no translations', async () => {
    const { page, fetched } = await visitBlog(visit, {})
    await frameOf(page).waitForHeading('Notes on proofs')
    expect(await languageOf(page)).toBe('en')
    expect(fetched).toEqual([])
  })

  test('shows shell and slice in the visitor’s language, and untranslated texts in English', async () => {
    const { page, fetched } = await visitBlog(visit, { locale: 'uk-UA' })
    const { waitForHeading, header, signIn } = frameOf(page)
    await waitForHeading('uk: Notes on proofs')
    await page.waitForFunction(() => document.title === 'uk: Blog · Inkproof')
    expect(await languageOf(page)).toBe('uk')
    await page.getByRole('contentinfo').getByRole('link', { name: 'uk: Privacy' }).waitFor()
    await header.getByRole('link', { name: 'uk: LitePaper' }).waitFor()
    await header.getByRole('button', { name: 'uk: Switch to light theme' }).waitFor()
    await page.getByText(UNTRANSLATED).waitFor()
    // The slice that provides the user menu has no translations.
    await signIn.waitFor()
    expect(fetched).toEqual([
      expect.stringMatching(SHELL_TEXTS),
      expect.stringMatching(SLICE_TEXTS),
    ])
  })

  test('the translations of a slice are fetched with the slice, except those of its header links', async () => {
    const { page, fetched } = await visitPage(visit, '/verify', { locale: 'uk' })
    const { header, waitForHeading, signIn } = frameOf(page)
    await signIn.waitFor()
    const link = header.getByRole('link', { name: 'uk: LitePaper' })
    await link.waitFor()
    expect(fetched).toEqual([expect.stringMatching(SHELL_TEXTS)])
    await link.click()
    await waitForHeading('Litepaper')
    expect(fetched).toEqual([
      expect.stringMatching(SHELL_TEXTS),
      expect.stringMatching(SLICE_TEXTS),
    ])
  })
}

function testChoice(visit: Visit): void {
  test('the stored choice takes precedence over the languages of the browser', async () => {
    const { page, context } = await visit({ locale: 'uk' })
    await context.addInitScript(() => localStorage.setItem('inkproof_language', 'en'))
    await page.goto('/nothing-here')
    await frameOf(page).waitForHeading('Page not found')
    expect(await languageOf(page)).toBe('en')
  })

  test('a language chosen in the footer applies immediately and after a reload', async () => {
    const { page } = await visit({ locale: 'en' })
    await page.goto('/nothing-here')
    const select = page.getByRole('combobox', { name: 'Language' })
    await select.selectOption('українська')
    await frameOf(page).waitForHeading('uk: Page not found')
    await page.reload()
    await frameOf(page).waitForHeading('uk: Page not found')
    await select.selectOption('English')
    await frameOf(page).waitForHeading(/^Page not found$/)
  })

  test.each([
    [2, 'few: 2'],
    [5, 'many: 5'],
  ])('uses the plural form of the language for %d results', async (count, text) => {
    const { page } = await visit({ locale: 'uk' })
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
    await page.getByText(text, { exact: true }).waitFor()
  })
}

function testFaults(visit: Visit): void {
  test.each(['missing', 'replaced', 'aborted', 'hanging'] as Fault[])(
    'when the translations of a slice are %s, the slice is shown in English',
    async (fault) => {
      const { page } = await visit({ locale: 'uk' })
      await breakFiles(page, SLICE_TEXTS, fault)
      await page.goto('/blog')
      await frameOf(page).waitForHeading('Notes on proofs')
      await page.getByRole('contentinfo').getByRole('link', { name: 'uk: Privacy' }).waitFor()
    },
  )

  test.each(['missing', 'replaced', 'aborted', 'hanging'] as Fault[])(
    'when the translations of the shell are %s, the page is shown in English',
    async (fault) => {
      const { page } = await visit({ locale: 'uk' })
      await breakFiles(page, SHELL_TEXTS, fault)
      await page.goto('/blog')
      await frameOf(page).waitForHeading('Notes on proofs')
      expect(await languageOf(page)).toBe('en')
    },
  )
}

function visitBlog(visit: Visit, options: VisitorOptions) {
  return visitPage(visit, '/blog', options)
}

/** Opens a page; `fetched` lists the paths of the translations that the page requests. */
async function visitPage(visit: Visit, path: string, options: VisitorOptions) {
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
