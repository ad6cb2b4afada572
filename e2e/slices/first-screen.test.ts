/** What a page shows before any script has run, and how the shell takes it over. */
import { cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openBrowser } from '@inkproof/slice-kit/release/browser'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { DESKTOP_WIDTH, PHONE_WIDTH } from '../support/browser.ts'
import { frameOf, VERIFY } from '../support/frame.ts'
import { watchShifts } from '../support/layout-shifts.ts'
import { copyRelease, type ReleaseCopy } from '../support/release-copy.ts'
import { watchPolicy } from '../support/slice-faults.ts'
import { createVisitors } from '../support/visitors.ts'

const PAGES: readonly (readonly [path: string, heading: string])[] = [
  ['/', 'Proof that your document existed. Unchanged.'],
  ['/certify', 'Prove that this exact file exists today'],
  ['/verify?from=mail', 'Is this the certified file?'],
  ['/blog', 'Notes on proofs'],
  ['/litepaper', 'Litepaper'],
  ['/templates', 'Templates'],
]
const MAX_SHIFT = 0.01

let copy: ReleaseCopy
let browser: Browser
beforeAll(async () => {
  copy = await copyRelease('first-screen')
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await copy?.remove()
})
const visit = createVisitors(() => copy.origin)

/** Opens an address with scripts switched off. */
async function openWithoutScripts(path: string, width = DESKTOP_WIDTH): Promise<Page> {
  const context = await browser.newContext({
    baseURL: copy.origin,
    javaScriptEnabled: false,
    viewport: { width, height: 900 },
  })
  const page = await context.newPage()
  await page.goto(path)
  return page
}

describe.each([PHONE_WIDTH, DESKTOP_WIDTH])('without scripts, at %d px', (width) => {
  test.each(PAGES)('%s shows the header and its heading', async (path, heading) => {
    const page = await openWithoutScripts(path, width)
    const { header } = frameOf(page)
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([heading])
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
    expect(await header.getByRole('link', { name: 'Inkproof' }).isVisible()).toBe(true)
    if (width === DESKTOP_WIDTH) {
      expect(await header.getByRole('navigation').getByRole('link').count()).toBeGreaterThan(5)
    }
    await page.context().close()
  })
})

test('a certificate’s address shows the frame, and its secret is in no included address', async () => {
  const page = await openWithoutScripts('/share/secret-of-a-share')
  expect(await frameOf(page).header.isVisible()).toBe(true)
  expect(await page.locator('[data-first=page] [data-slice=documents]').count()).toBe(1)
  expect(await page.content()).not.toContain('secret-of-a-share')
  const paths = (await copy.responses()).map(({ path }) => path)
  expect(paths.filter((path) => path.includes('secret-of'))).toEqual([])
  expect(paths.filter((path) => /^\/(first|fragments)\//.test(path))).toEqual([])
  await page.context().close()
})

test('before its scripts run, a mailed link to sign is being loaded, and not broken', async () => {
  const page = await openWithoutScripts('/sign/abcdefghijklmnopqrstuv#secret')
  expect(await page.getByRole('status').textContent()).toBe('Loading the document')
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0)
  await page.context().close()
})

test('without scripts, the blog lists its posts, for the tag in the address', async () => {
  const page = await openWithoutScripts('/blog')
  const posts = page.getByRole('listitem').getByRole('heading', { level: 2 })
  const tags = page.getByRole('navigation', { name: 'Tags' })
  const all = await posts.allTextContents()
  expect(all.length).toBeGreaterThan(1)
  expect(await tags.locator('[aria-current]').textContent()).toBe('All')
  const tag = (await tags.getByRole('link').nth(1).textContent()) ?? ''
  await tags.getByRole('link', { name: tag, exact: true }).click()
  await page.waitForURL(`**/blog?tag=${tag}`)
  expect(await tags.locator('[aria-current]').textContent()).toBe(tag)
  expect(all).toEqual(expect.arrayContaining(await posts.allTextContents()))
  await page.goto('/blog?tag=no-such-tag')
  expect(await posts.count()).toBe(0)
  await page.context().close()
})

test.each(PAGES)(
  'scripts take over %s without a layout shift or a policy violation',
  async (path, heading) => {
    const { page, browserErrors } = await visit()
    const violations = await watchPolicy(page)
    const largeShifts = await watchShifts(page, MAX_SHIFT)
    await page.goto(path)
    await page.getByRole('contentinfo').waitFor()
    await frameOf(page).signIn.waitFor()
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([heading])
    expect(await largeShifts()).toEqual([])
    expect(violations).toEqual([])
    expect(browserErrors).toEqual([])
  },
)

test('no frame between the first screen and the page lacks the heading', async () => {
  const { page } = await visit()
  await page.addInitScript(() => {
    const texts = new Set<string>()
    Object.assign(globalThis, { texts })
    const record = () => {
      const text = document.querySelector('h1')?.textContent ?? ''
      // While the HTML is still arriving, there is no heading yet.
      if (text !== '' || texts.size > 0) texts.add(text)
      requestAnimationFrame(record)
    }
    record()
  })
  await page.goto('/verify')
  const texts = await page.evaluate(() => [
    ...(globalThis as unknown as { texts: Set<string> }).texts,
  ])
  expect(texts).toEqual([expect.stringMatching(VERIFY)])
})

test('focus on a link and the scroll position are kept', async () => {
  const { page } = await visit({ width: PHONE_WIDTH })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/static/shell.*', (route) => released.then(() => route.continue()))
  await page.goto('/', { waitUntil: 'commit' })
  const link = page.getByRole('main').getByRole('link', { name: 'Verify a document' })
  await link.focus()
  await page.evaluate(() => scrollTo(0, 150))
  release()
  await page.waitForFunction(() => document.querySelector('[data-first]') === null)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Verify a document')
  expect(await page.evaluate(() => scrollY)).toBe(150)
})

test('the first screen of one page is not shown for another that is still loading', async () => {
  const { page } = await visit()
  await page.goto('/about')
  const { waitForHeading } = frameOf(page)
  await waitForHeading('About Inkproof')
  await page.route('**/api/content/pages/faq', () => {})
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await page.waitForURL('**/faq')
  await page.waitForFunction(() => document.querySelector('h1')?.textContent !== 'About Inkproof')
  expect(await page.locator('[data-first]').count()).toBe(0)
})

test('a signed-in visitor never sees Sign In', async () => {
  const { page, context } = await visit()
  await context.addInitScript(() => {
    localStorage.setItem('inkproof_token', 'stored')
    localStorage.setItem('inkproof_user', '{}')
  })
  await page.route('**/api/auth/me', () => {})
  await page.route('**/static/shell.*', (route) => route.abort())
  await page.goto('/verify', { waitUntil: 'load' })
  const { header, signIn } = frameOf(page)
  expect(await signIn.count()).toBe(0)
  expect(await header.getByRole('button', { name: 'Loading' }).isVisible()).toBe(true)
})

test('controls take no input before they work', async () => {
  const page = await openWithoutScripts('/')
  const inert = await page
    .locator('#root')
    .locator('button, input, textarea, select')
    .evaluateAll((all) => all.map((control) => control.matches('[inert]')))
  expect(inert.length).toBeGreaterThan(3)
  expect(inert).not.toContain(false)
  await page.context().close()
})

describe('the files of a release', () => {
  /** The folder of the current release of the documents slice. */
  async function currentFolder(): Promise<string> {
    const { 'mfe-documents': name = '' } = await copy.currentVersions()
    return join(copy.www, 'slices', name.replace('@', '/'))
  }

  test('a first screen that is missing is replaced by the placeholder, and the page works', async () => {
    await rm(join(await currentFolder(), 'first/verify.html'))
    const page = await openWithoutScripts('/verify')
    expect(await page.getByRole('main').getByRole('status').textContent()).toBe('Loading')
    await page.context().close()
    const visitor = await visit()
    await visitor.page.goto('/verify')
    await frameOf(visitor.page).waitForHeading(VERIFY)
  })

  test('a first screen that is cut off does not affect the page', async () => {
    await truncate(join(await currentFolder(), 'first/certify.html'), 900)
    const { page } = await visit()
    await page.goto('/certify')
    await frameOf(page).waitForHeading(/Prove that this exact file/)
    expect(await page.getByRole('contentinfo').count()).toBe(1)
  })

  test('the gateway includes nothing outside the folder of a slice’s first screens', async () => {
    for (const include of [
      '/fragments/../slices.json',
      '/fragments/mfe-documents/../../slices.json',
      '/fragments/mfe-documents/x/../../../slices.json',
      '/fragments/mfe-documents/x%2f..%2f..%2f/slices.json',
    ]) {
      await writeFile(
        join(copy.www, 'first/privacy.html'),
        `<p>[<!--# include virtual="${include}" -->]</p>`,
      )
      const html = await (await fetch(`${copy.origin}/privacy`)).text()
      expect(html).toContain('<div id="root"><p>[]</p></div>')
    }
  })

  test('neither frames nor fragments are served by themselves', async () => {
    const { 'mfe-documents': name = '' } = await copy.currentVersions()
    const paths = ['/first/home-page.html', `/fragments/${name.replace('@', '/')}/home-page.html`]
    for (const path of paths) expect((await fetch(copy.origin + path)).status).toBe(404)
  })

  test('a rollback of a slice switches its first screens', async () => {
    const versions = join(copy.www, 'slices/mfe-documents')
    const { 'mfe-documents': current = '' } = await copy.currentVersions()
    const folder = await currentFolder()
    const previous = '0.0.1-previous'
    await cp(folder, join(versions, previous), { recursive: true })
    const record = JSON.parse(await readFile(join(folder, 'slice.json'), 'utf8'))
    const moved = JSON.stringify(record).replaceAll(record.version, previous)
    await writeFile(join(versions, previous, 'slice.json'), moved)
    await writeFile(
      join(versions, previous, 'first/templates.html'),
      '<div data-slice="documents"><h1>Earlier templates</h1></div>',
    )
    await copy.release(`mfe-documents@${previous}`)
    const page = await openWithoutScripts('/templates')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Earlier templates')
    await copy.release(current)
    await page.goto('/templates')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Templates')
    await page.context().close()
    expect(await readdir(versions)).toContain(previous)
  })
})
