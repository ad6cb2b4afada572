import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ContentPage, Post } from '@inkproof/protocol/content'
import { afterEach, expect, test } from '@jest/globals'
import { readLibrary, summaryOf } from './library.ts'

const folders: string[] = []
afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))))

async function setup(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'content-'))
  folders.push(folder)
  await mkdir(join(folder, 'pages'))
  await mkdir(join(folder, 'posts'))
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text)
  return folder
}

const PAGE =
  '---\ntitle: About\ndescription: Who.\nupdatedOn: 2026-01-02\nsearch: true\n---\n\n## Hello\n\nWords.\n'
const post = (title: string, day: string) =>
  `---\ntitle: ${title}\ndescription: What.\npublishedOn: ${day}\ntags: [log]\n---\n\nText.\n`

test('reads pages by file name', async () => {
  const library = await readLibrary(await setup({ 'pages/about.md': PAGE }))
  expect(library.pages.get('about')).toEqual({
    slug: 'about',
    title: 'About',
    description: 'Who.',
    updatedOn: '2026-01-02',
    html: '<h2 id="hello">Hello</h2>\n<p>Words.</p>\n',
    headings: [{ id: 'hello', text: 'Hello', level: 2 }],
  })
})

test('lists posts newest first, each linked to its neighbors', async () => {
  const library = await readLibrary(
    await setup({
      'posts/2026-01-01-old.md': post('Old', '2026-01-01'),
      'posts/2026-03-01-new.md': post('New', '2026-03-01'),
      'posts/2026-02-01-mid.md': post('Mid', '2026-02-01'),
    }),
  )
  expect(library.posts.map(({ id, newer, older }) => [id, newer?.id, older?.id])).toEqual([
    ['new', undefined, 'mid'],
    ['mid', 'new', 'old'],
    ['old', 'mid', undefined],
  ])
})

test.each([
  ['no front matter', 'Just text.\n'],
  ['a missing title', '---\ndescription: x\nupdatedOn: 2026-01-01\n---\nText\n'],
  [
    'a day that does not exist',
    '---\ntitle: x\ndescription: x\nupdatedOn: 2026-02-30\n---\nText\n',
  ],
  [
    'an unknown field',
    '---\ntitle: x\ndescription: x\nupdatedOn: 2026-01-01\ndraft: true\n---\nText\n',
  ],
])('rejects a page with %s, naming the file', async (_name, text) => {
  const folder = await setup({ 'pages/broken.md': text })
  await expect(readLibrary(folder)).rejects.toThrow(/pages\/broken\.md/)
})

test('every text of this repository is valid and matches its schema', async () => {
  const library = await readLibrary(new URL('../../content', import.meta.url).pathname)
  expect(library.pages.size).toBeGreaterThan(5)
  expect(library.posts.length).toBeGreaterThan(0)
  for (const page of library.pages.values()) ContentPage.parse(page)
  for (const item of library.posts) Post.parse(item)
  expect(Object.keys(summaryOf(library.posts[0] as Post))).not.toContain('html')
})

test('every internal link in an article of this repository leads to an existing path', async () => {
  const { pages, posts } = await readLibrary(new URL('../../content', import.meta.url).pathname)
  const existingPaths = new Set([
    ...[...pages.keys()].map((slug) => `/${slug}`),
    ...posts.map(({ id }) => `/blog/${id}`),
    ...['/certify', '/verify', '/document-signing', '/user-profile', '/auth-status'],
    '/log/policy.json',
    ...['/verifier/SHA256SUMS', '/verifier/inkproof-verify.html', '/verifier/inkproof-verify.mjs'],
  ])
  const html = [...pages.values(), ...posts].map((text) => text.html).join('')
  const links = [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1] ?? '')
  expect(links.length).toBeGreaterThan(5)
  expect(links.filter((link) => !existingPaths.has(link))).toEqual([])
})
