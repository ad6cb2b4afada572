/** Every path of the specification and every text page, opened directly, as from a link in an e-mail. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { frameOf, VERIFY } from '../support/frame.ts'
import { releasedSlices } from '../support/released-slices.ts'
import { watchPolicy } from '../support/slice-faults.ts'
import { createVisitors } from '../support/visitors.ts'

/** Each address that the specification names, with its heading. */
const SPECIFIED: readonly (readonly [path: string, heading: string])[] = [
  ['/', 'Proof that your document existed. Unchanged.'],
  ['/professional', 'Proof that your document existed. Unchanged.'],
  ['/professional/certify', 'Prove that this exact file exists today'],
  ['/certify', 'Prove that this exact file exists today'],
  ['/verify', 'Is this the certified file?'],
  ['/templates', 'Templates'],
  ['/document-signing', 'Sign documents'],
  ['/about', 'About Inkproof'],
  ['/features', 'What Inkproof does'],
  ['/security', 'Security'],
  ['/api', 'API'],
  ['/api-test', 'API test'],
  ['/careers', 'Careers'],
  ['/pricing', 'Pricing'],
  ['/docs', 'Documentation'],
  ['/litepaper', 'Litepaper'],
  ['/blog', 'Notes on proofs'],
  ['/blog/a-proof-you-can-carry', 'A proof you can carry'],
  ['/support', 'Support'],
  ['/advertising', 'Advertising'],
  ['/faq', 'Frequently asked questions'],
  ['/troubleshooting', 'Troubleshooting'],
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
  ['/sign/abc', 'This link does not work'],
  ['/auth-test', 'Auth test'],
  ['/dashboard', 'Dashboard'],
  ['/profile', 'Dashboard'],
  ['/user-profile', 'User profile'],
  ['/payment/abc', 'Payment'],
  ['/payment-success/abc', 'Payment receipt'],
  ['/collaborate/new', 'Collaborate'],
  ['/email-test', 'E-mail test'],
  ['/reset-password', 'Reset password'],
  ['/ai-features', 'AI'],
  ['/auth-status', 'All systems operational'],
  ['/share/abc', 'Certificate not found'],
]

/** Text pages that the specification does not name. Their title is their heading. */
const TEXTS = join(import.meta.dirname, '../../svc-content/content/pages')
const ADDED = readdirSync(TEXTS)
  .map((file) => [`/${file.replace('.md', '')}`, readTitle(join(TEXTS, file))] as const)
  .filter(([path]) => !SPECIFIED.some(([specified]) => specified === path))
const ADDRESSES = [...SPECIFIED, ...ADDED]

const ERROR_HEADING = /page not found|unavailable|went wrong/i

const visit = createVisitors(() => testSystem().origin)

test('every path shows only its page, without policy violations', async () => {
  const { page } = await visit()
  const reports = await watchPolicy(page)
  const headings = await watchHeadings(page)
  const headingsByPath: Record<string, string[]> = {}
  for (const [path, heading] of ADDRESSES) {
    await page.goto(path, { waitUntil: 'commit' })
    // Not by role: a dialog that opens automatically hides the page from assistive technology.
    await page.locator('main h1').filter({ hasText: heading }).first().waitFor()
    headingsByPath[path] = await headings()
  }
  const wrong = Object.entries(headingsByPath).filter(([, texts]) =>
    texts.some((text) => ERROR_HEADING.test(text)),
  )
  expect(wrong).toEqual([])
  expect(reports).toEqual([])
})

test.each([1440, 375])(
  'every page starts at the left edge of the header, %i px wide',
  async (width) => {
    const { page } = await visit({ width })
    const edges: Record<string, number> = {}
    for (const [path, heading] of [...ADDRESSES, ['/nothing-here', 'Page not found'] as const]) {
      // The first screen is replaced while the scripts start; before the page is parsed, there is none yet.
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await page.waitForFunction(() => document.querySelector('[data-first]') === null)
      const title = page.locator('main h1').filter({ hasText: heading }).first()
      await title.waitFor()
      edges[path] = await title.evaluate((element) => {
        const logo = document.querySelector('header a')
        if (logo === null) throw new Error('the header has no logo')
        return element.getBoundingClientRect().left - logo.getBoundingClientRect().left
      })
    }
    expect(Object.keys(edges).length).toBeGreaterThan(35)
    expect(Object.entries(edges).filter(([, offset]) => offset !== 0)).toEqual([])
  },
)

test('the list of addresses includes every path of every slice', () => {
  const patterns = releasedSlices().flatMap(({ paths }) => paths)
  const unvisited = patterns.filter((pattern) => {
    const shape = new RegExp(`^${pattern.replace(/:[^/]+/g, '[^/]+')}$`)
    return !ADDRESSES.some(([path]) => shape.test(path))
  })
  expect(patterns.length).toBeGreaterThan(30)
  expect(unvisited).toEqual([])
})

test('a policy violation is detected', async () => {
  const { page } = await visit()
  const reports = await watchPolicy(page)
  await page.goto('/verify')
  await frameOf(page).waitForHeading(VERIFY)
  await page.evaluate(() => {
    const image = document.createElement('img')
    image.src = 'https://example.org/x.png'
    document.body.append(image)
  })
  while (reports.length === 0) await page.waitForTimeout(20)
  expect(reports[0]).toContain('img-src')
})

/** Records every heading that appears on the page from the start, however briefly. */
async function watchHeadings(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>()
    const record = () => {
      for (const heading of document.querySelectorAll('main h1')) seen.add(heading.textContent)
    }
    new MutationObserver(record).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    })
    Object.assign(globalThis, { headingsSeen: seen })
  })
  return () =>
    page.evaluate(() => [...((globalThis as { headingsSeen?: Set<string> }).headingsSeen ?? [])])
}

/** Reads the title in the front matter of a page. */
function readTitle(file: string): string {
  return /^title: (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
}
