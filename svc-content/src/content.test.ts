import { ContentPage, Post, PostList, SearchResponse } from '@inkproof/protocol/content'
import { createApp } from '@inkproof/service-kit/http'
import { createLog } from '@inkproof/service-kit/log'
import { expect, test } from '@jest/globals'
import request from 'supertest'
import { contentFeatures } from './features.ts'
import { readLibrary } from './pages/library.ts'
import { testInputs } from './testing/inputs.ts'

async function setup() {
  const library = await readLibrary(new URL('../content', import.meta.url).pathname)
  const inputs = testInputs({ library, origin: 'https://proof.example' })
  const app = createApp({
    log: createLog('svc-content', 'silent'),
    trustedHops: 0,
    calls: contentFeatures(inputs).calls,
    guards: { consumeLimit: inputs.consumeLimit },
    mounts: [],
  })
  return { api: request(app), library }
}

test('returns a page that matches its schema', async () => {
  const { api } = await setup()
  const res = await api.get('/api/content/pages/about').expect(200)
  expect(ContentPage.parse(res.body).title).toBe('About Inkproof')
})

test('returns the beginning of a page as HTML, whole sections only', async () => {
  const { api, library } = await setup()
  const page = library.pages.get('litepaper')
  const path = '/api/content/pages/litepaper/beginning'
  const description = await api.get(`${path}/description`).expect(200)
  expect(description.text).toBe(page?.description)
  const sections = await api
    .get(`${path}/sections`)
    .expect(200)
    .expect('content-type', /^text\/html/)
  expect(page?.html.startsWith(sections.text)).toBe(true)
  expect(page?.html.slice(sections.text.length)).toMatch(/^<h2/)
  await api.get('/api/content/pages/no-such/beginning/sections').expect(404)
})

test('returns the tags and the newest posts as HTML, optionally filtered by tag', async () => {
  const { api, library } = await setup()
  const all = await api.get('/api/content/beginning/posts').expect('content-type', /^text\/html/)
  const shown = library.posts.slice(0, 4)
  expect([...all.text.matchAll(/<li><a href="\/blog\/([^"]+)"/g)].map(([, id]) => id)).toEqual(
    shown.map(({ id }) => id),
  )
  expect(all.text).toContain('<a href="/blog" aria-current="page">All</a>')
  const tagged = await api.get('/api/content/beginning/posts?tag=contract')
  expect(tagged.text).toContain('<a href="/blog?tag=contract" aria-current="page">contract</a>')
  expect(tagged.text).toContain('<a href="/blog">All</a>')
  const others = library.posts.filter(({ tags }) => !tags.includes('contract'))
  expect(others.filter(({ id }) => tagged.text.includes(`/blog/${id}"`))).toEqual([])
})

test('lists posts newest first, optionally filtered by tag', async () => {
  const { api, library } = await setup()
  const all = PostList.parse((await api.get('/api/content/posts')).body)
  expect(all.posts.map(({ id }) => id)).toEqual(library.posts.map(({ id }) => id))
  const tagged = PostList.parse((await api.get('/api/content/posts?tag=contract')).body)
  expect(tagged.posts.length).toBeGreaterThan(0)
  expect(tagged.posts.every(({ tags }) => tags.includes('contract'))).toBe(true)
  expect(tagged.tags).toEqual(all.tags)
})

test('returns a post with its neighbors', async () => {
  const { api, library } = await setup()
  const newest = library.posts[0]
  const post = Post.parse((await api.get(`/api/content/posts/${newest?.id}`)).body)
  expect(post.newer).toBeNull()
  expect(post.older?.id).toBe(library.posts[1]?.id)
})

test.each([
  '/api/content/pages/no-such',
  '/api/content/posts/no-such',
  '/api/content/pages/__proto__',
])('returns 404 for %s', async (path) => {
  const { api } = await setup()
  const res = await api.get(path).expect(404)
  expect(res.text).toMatch(/^There is no such page\./)
})

test('finds texts by the words they contain', async () => {
  const { api } = await setup()
  const response = SearchResponse.parse((await api.get('/api/content/search?q=consistency')).body)
  expect(response.hits.map(({ to }) => to)).toContain('/litepaper')
})

test.each([
  '/api/content/search',
  '/api/content/search?q=',
  `/api/content/search?q=${'a'.repeat(201)}`,
  '/api/content/search?q=a&q=b',
])('rejects %s with a plain-text error', async (path) => {
  const { api } = await setup()
  const res = await api.get(path)
  expect(res.status).toBe(400)
  expect(res.type).toBe('text/plain')
})

test('serves the blog as RSS with absolute links', async () => {
  const { api } = await setup()
  const res = await api.get('/api/content/rss.xml').expect(200)
  expect(res.type).toBe('application/rss+xml')
  expect(res.text ?? res.body.toString()).toContain('https://proof.example/blog/')
})

test('returns 304 if the client has the current page', async () => {
  const { api } = await setup()
  const { headers } = await api.get('/api/content/pages/about').expect(200)
  expect(headers['cache-control']).toBe('public, max-age=60')
  const etag = String(headers['etag'])
  await api.get('/api/content/pages/about').set('if-none-match', etag).expect(304)
})

test('rejects changes to a page, and media types other than JSON', async () => {
  const { api } = await setup()
  const refused = await api.put('/api/content/pages/about').send({}).expect(405)
  expect(refused.headers['allow']).toBe('GET, HEAD')
  await api.get('/api/content/pages/about').set('accept', 'text/html').expect(406)
})
