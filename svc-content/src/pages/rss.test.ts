import { expect, test } from '@jest/globals'
import { rssFeed } from './rss.ts'

const POST = {
  id: 'a-proof',
  title: 'Proofs & <tags>',
  description: 'What "we" say.',
  publishedOn: '2026-11-21',
  tags: ['log'],
  readingMinutes: 1,
}

test("escapes a post's text and formats its date as RFC 822", () => {
  const feed = rssFeed('https://proof.example', [POST])
  expect(feed).toContain('<title>Proofs &amp; &lt;tags&gt;</title>')
  expect(feed).toContain('<link>https://proof.example/blog/a-proof</link>')
  expect(feed).toContain('<pubDate>Sat, 21 Nov 2026 00:00:00 GMT</pubDate>')
  expect(feed).toContain('What &quot;we&quot; say.')
})
