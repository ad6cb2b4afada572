/** The link preview of a certificate, as a messenger that runs no scripts reads it through the gateway. */

import { testSystem } from '@inkproof/launcher/testing/control'
import { certifyDocument } from '@inkproof/protocol/calls/certificates'
import { openBrowser } from '@inkproof/slice-kit/release/browser'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { registerAccount } from './support/sign-in.ts'
import { createCertifyRequest } from './testing/certify.ts'
import { sendCall } from './testing/request.ts'

const TITLE = `Lease <b>"2026"</b> & 'more'`

let browser: Browser
let shareLink: string
beforeAll(async () => {
  browser = await openBrowser()
  const { origin } = testSystem()
  const { token } = await registerAccount(origin)
  const body = createCertifyRequest({ title: TITLE })
  const response = await sendCall(origin, certifyDocument, { as: token, body })
  shareLink = ((await response.json()) as { shareLink: string }).shareLink
})
afterAll(() => browser?.close())

type Head = { title: string; tags: Record<string, string>; html: string }

/** Reads the head of a page without running its scripts. */
async function readHead(path: string): Promise<Head> {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(testSystem().origin + path)
  const tags = await page
    .locator('head meta[content]')
    .evaluateAll((metas) =>
      metas.map((meta) => [
        meta.getAttribute('property') ?? meta.getAttribute('name'),
        meta.getAttribute('content'),
      ]),
    )
  const head = { title: await page.title(), tags: Object.fromEntries(tags) }
  const html = await page.locator('head').innerHTML()
  await context.close()
  return { ...head, html }
}

test('a share link has the title, the description and the image of its certificate', async () => {
  const { origin } = testSystem()
  const { title, tags } = await readHead(`/share/${shareLink}`)
  expect(title).toBe(`${TITLE} · Inkproof`)
  const description = `Certificate on ${new URL(origin).host}. Open it to compare your file and see whether it is still valid. Test installation: proves nothing to others.`
  const image = `${origin}/api/v1/shares/${shareLink}/preview.png`
  expect(tags).toMatchObject({
    robots: 'noindex',
    description,
    'twitter:card': 'summary_large_image',
    'og:title': TITLE,
    'og:description': description,
    'og:url': `${origin}/share/${shareLink}`,
    'og:image': image,
  })
  const response = await fetch(image)
  expect(response.headers.get('content-type')).toBe('image/png')
  const bytes = Buffer.from(await response.arrayBuffer())
  const size = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)].map(String)
  expect(size).toEqual([tags['og:image:width'], tags['og:image:height']])
})

test('the scripts show the title of the certificate too', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${testSystem().origin}/share/${shareLink}`)
  // The heading is shown before the scripts run; while they load the certificate, the title is that of the route.
  await page.getByText('Download proof file').first().waitFor()
  await page.waitForFunction((title) => document.title === title, `${TITLE} · Inkproof`)
  await context.close()
})

test.each(['/', '/verify', `/share/${'A'.repeat(22)}`])(
  '%s has the title and the description of the site, and no share link',
  async (path) => {
    const { title, tags, html } = await readHead(path)
    expect(title).toBe('Inkproof')
    expect(tags['description']).toMatch(/^Certify, verify and sign documents\./)
    expect(Object.keys(tags).filter((name) => /^(og|twitter):/.test(name))).toEqual([])
    expect(html).not.toContain('<!--#')
  },
)
