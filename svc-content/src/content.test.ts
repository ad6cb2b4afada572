import { ContentPage, Post, PostList, SearchAnswer } from '@inkproof/protocol/content'
import { createApp } from '@inkproof/service-kit/http'
import { createLog } from '@inkproof/service-kit/log'
import { expect, test } from '@jest/globals'
import request from 'supertest'
import { contentFeatures } from './features.ts'
import { readLibrary } from './pages/library.ts'

async function setup() {
  const library = await readLibrary(new URL('../content', import.meta.url).pathname)
  const app = createApp({
    log: createLog('svc-content', 'silent'),
    trustedHops: 0,
    calls: contentFeatures({ library, origin: 'https://proof.example' }).calls,
    mounts: [],
  })
  return { api: request(app), library }
}

test('answers a page in the agreed shape', async () => {
  const { api } = await setup()
  const res = await api.get('/api/content/pages/about').expect(200)
  expect(ContentPage.parse(res.body).title).toBe('About Inkproof')
})

test('lists posts newest first, and with a tag only those', async () => {
  const { api, library } = await setup()
  const all = PostList.parse((await api.get('/api/content/posts')).body)
  expect(all.posts.map(({ id }) => id)).toEqual(library.posts.map(({ id }) => id))
  const tagged = PostList.parse((await api.get('/api/content/posts?tag=contract')).body)
  expect(tagged.posts.length).toBeGreaterThan(0)
  expect(tagged.posts.every(({ tags }) => tags.includes('contract'))).toBe(true)
  expect(tagged.tags).toEqual(all.tags)
})

test('answers a post with its neighbours', async () => {
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
])('says that there is no page at %s', async (path) => {
  const { api } = await setup()
  const res = await api.get(path).expect(404)
  expect(res.text).toMatch(/^There is no such page\./)
})

test('finds texts by words', async () => {
  const { api } = await setup()
  const answer = SearchAnswer.parse((await api.get('/api/content/search?q=consistency')).body)
  expect(answer.hits.map(({ to }) => to)).toContain('/litepaper')
})

test.each([
  '/api/content/search',
  '/api/content/search?q=',
  `/api/content/search?q=${'a'.repeat(201)}`,
  '/api/content/search?q=a&q=b',
])('refuses %s with one sentence', async (path) => {
  const { api } = await setup()
  const res = await api.get(path)
  expect(res.status).toBe(400)
  expect(res.type).toBe('text/plain')
})

test('offers the blog as RSS with absolute links', async () => {
  const { api } = await setup()
  const res = await api.get('/api/content/rss.xml').expect(200)
  expect(res.type).toBe('application/rss+xml')
  expect(res.text ?? res.body.toString()).toContain('https://proof.example/blog/')
})

test('answers 304 if the reader has the current page', async () => {
  const { api } = await setup()
  const { headers } = await api.get('/api/content/pages/about').expect(200)
  expect(headers['cache-control']).toBe('public, max-age=60')
  const etag = String(headers['etag'])
  await api.get('/api/content/pages/about').set('if-none-match', etag).expect(304)
})

test('refuses to change a page, and to return it in another media type than JSON', async () => {
  const { api } = await setup()
  const changed = await api.put('/api/content/pages/about').send({}).expect(405)
  expect(changed.headers['allow']).toBe('GET, HEAD')
  await api.get('/api/content/pages/about').set('accept', 'text/html').expect(406)
})
