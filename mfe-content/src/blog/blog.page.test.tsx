/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import type { Post, PostList, PostSummary } from '@inkproof/protocol/content'
import { afterEach, expect, test } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { openPage, type Responder } from '../testing/open-page.tsx'

const SUMMARY: PostSummary = {
  id: 'a-proof-you-can-carry',
  title: 'A proof you can carry',
  description: 'Why the proof file needs nobody.',
  publishedOn: '2026-11-21',
  tags: ['proofs'],
  readingMinutes: 3,
}
const OLDER = { ...SUMMARY, id: 'why', title: 'Why the contract checks', tags: ['contract'] }
const LIST: PostList = { posts: [SUMMARY, OLDER], tags: ['contract', 'proofs'] }
const POST: Post = { ...SUMMARY, html: '<p>One file.</p>', headings: [], newer: null, older: OLDER }

let close: () => Promise<void>
afterEach(() => close())

test('lists the posts with their date and reading time', async () => {
  await setup('/blog', () => ({ body: LIST }))
  const link = await screen.findByRole('link', { name: /A proof you can carry/ })
  expect(link.getAttribute('href')).toBe('/blog/a-proof-you-can-carry')
  expect(within(link).getByText(/November 21, 2026/).parentElement?.textContent).toBe(
    'November 21, 2026 · 3 min read',
  )
})

test('selecting a tag requests only its posts', async () => {
  const { user, requests } = await setup('/blog', ({ url }) => ({
    body: url.endsWith('?tag=contract') ? { ...LIST, posts: [OLDER] } : LIST,
  }))
  await user.click(await screen.findByRole('link', { name: 'contract' }))
  await screen.findByRole('link', { name: 'contract', current: 'page' })
  expect(requests.at(-1)?.url).toBe('/api/content/posts?tag=contract')
})

test('a tag without posts says that there are none', async () => {
  await setup('/blog?tag=none', () => ({ body: { ...LIST, posts: [] } }))
  expect(await screen.findByText('No posts with this tag')).toBeTruthy()
})

test('the blog keeps its heading while the service is down, and offers a retry', async () => {
  const responses = [{ status: 503 }]
  const { heading, user } = await setup('/blog', () => responses.shift() ?? { body: LIST })
  expect(heading.textContent).toBe('Notes on proofs')
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: /A proof you can carry/ })).toBeTruthy()
})

test('a post shows its text, sets the window title and links to the previous post', async () => {
  await setup('/blog/a-proof-you-can-carry', () => ({ body: POST }))
  expect(await screen.findByText('One file.')).toBeTruthy()
  expect(document.title).toBe('A proof you can carry · Inkproof')
  const older = screen.getByRole('link', { name: 'Why the contract checks' })
  expect(older.getAttribute('href')).toBe('/blog/why')
})

test('the heading of a loading post is reused for its title', async () => {
  let finishLoading = () => {}
  const delay = new Promise<void>((resolve) => {
    finishLoading = resolve
  })
  const { heading } = await setup('/blog/x', () => delay.then(() => ({ body: POST })))
  expect(heading.textContent).toBe('Loading the post')
  finishLoading()
  expect(await screen.findByText('One file.')).toBeTruthy()
  expect(heading.textContent).toBe('A proof you can carry')
  expect(heading.isConnected).toBe(true)
})

test('distinguishes a post that does not exist from a service that is down', async () => {
  await setup('/blog/none', () => ({ status: 404, body: 'Post not found.' }))
  await screen.findByRole('heading', { level: 1, name: 'Post not found' })
  expect(screen.getByRole('link', { name: 'All posts' }).getAttribute('href')).toBe('/blog')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a post that cannot be loaded has a heading and offers a retry', async () => {
  const responses = [{ status: 503 }]
  const { user } = await setup('/blog/x', () => responses.shift() ?? { body: POST })
  await screen.findByRole('heading', { level: 1, name: 'This post could not be loaded' })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('One file.')).toBeTruthy()
})

async function setup(path: string, respond: Responder) {
  const page = await openPage(path, respond)
  close = page.close
  return page
}
