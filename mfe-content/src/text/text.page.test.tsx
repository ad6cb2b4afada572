/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import type { ContentPage } from '@inkproof/protocol/content'
import { afterEach, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { openPage, type Responder } from '../testing/open-page.tsx'
import { PAGES } from './pages.ts'

const FAQ: ContentPage = {
  slug: 'faq',
  title: 'Frequently asked questions',
  description: 'Short answers to what people ask first.',
  updatedOn: '2026-11-21',
  html: '<h2 id="a">Who sees it?</h2><p>Nobody. <a href="/privacy">Privacy</a></p><h2 id="b">B</h2><h2 id="c">C</h2>',
  headings: ['a', 'b', 'c'].map((id) => ({ id, text: `Part ${id}`, level: 2 })),
}

let close: () => Promise<void>
afterEach(() => close())

test('shows the text, its date and its table of contents', async () => {
  await setup(() => ({ body: FAQ }))
  expect(await screen.findByText('Nobody.')).toBeTruthy()
  expect(screen.getByText(FAQ.description)).toBeTruthy()
  expect(screen.getByText('November 21, 2026')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Part b' }).getAttribute('href')).toBe('#b')
})

test('shows the heading while the text loads, and does not render it again afterwards', async () => {
  let finishLoading = () => {}
  const delay = new Promise<void>((resolve) => {
    finishLoading = resolve
  })
  const { heading } = await setup(() => delay.then(() => ({ body: FAQ })))
  expect(heading.textContent).toBe('Frequently asked questions')
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
  finishLoading()
  expect(await screen.findByText('Nobody.')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 })).toBe(heading)
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull()
})

test.each(PAGES)(
  '$path keeps its heading while the service is down: $title',
  async ({ path, title }) => {
    const { heading } = await setup(() => ({ status: 503 }), path)
    expect(await screen.findByText('This page could not be loaded')).toBeTruthy()
    expect(heading.textContent).toBe(title)
  },
)

test('an article that failed to load can be retried from the page', async () => {
  const responses = [{ status: 503 }]
  const { user } = await setup(() => responses.shift() ?? { body: FAQ })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nobody.')).toBeTruthy()
})

test('follows an internal link without a page load', async () => {
  const { user, currentPath } = await setup(() => ({ body: FAQ }))
  await user.click(await screen.findByRole('link', { name: 'Privacy' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Privacy' })).toBeTruthy()
  expect(currentPath()).toBe('/privacy')
})

test('code blocks and tables are focusable and named, so that they can be scrolled by keyboard', async () => {
  const html =
    '<pre><code>npx inkproof verify</code></pre><div class="table-scroll"><table></table></div>'
  const { user } = await setup(() => ({ body: { ...FAQ, html } }))
  const code = await screen.findByRole('group', { name: 'Code' })
  const table = screen.getByRole('group', { name: 'Table' })
  const focused: (Element | null)[] = []
  while (focused.length < 30 && !focused.includes(table)) {
    await user.tab()
    focused.push(document.activeElement)
  }
  expect(focused).toEqual(expect.arrayContaining([code, table]))
})

test('the search shows results, and a message if the service is unavailable', async () => {
  const hit = { to: '/security', title: 'Security', excerpt: 'What a salt is for.' }
  const { user } = await setup(({ url }) => {
    if (url.endsWith('?q=salt')) return { body: { query: 'salt', hits: [hit] } }
    return url.includes('/search') ? { status: 503 } : { body: FAQ }
  })
  const field = await screen.findByRole('searchbox', { name: 'Search pages and posts' })
  await user.click(field)
  await user.paste('salt')
  const result = await screen.findByRole('link', { name: /What a salt is for/ })
  expect(result.getAttribute('href')).toBe('/security')
  await user.type(field, 's')
  expect(await screen.findByText(/Search is unavailable right now/)).toBeTruthy()
})

async function setup(respond: Responder, path = '/faq') {
  const page = await openPage(path, respond)
  close = page.close
  return page
}
