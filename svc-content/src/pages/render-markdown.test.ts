import { expect, test } from '@jest/globals'
import { renderMarkdown } from './render-markdown.ts'

test('renders GitHub Flavored Markdown, with tables that can be scrolled', () => {
  const { html } = renderMarkdown('Some *words*.\n\n| a | b |\n|---|---|\n| 1 | **2** |\n')
  expect(html).toContain('<p>Some <em>words</em>.</p>')
  expect(html).toContain('<div class="table-scroll"><table>')
  expect(html).toContain('<td><strong>2</strong></td>')
})

test.each([
  ['a script element', '<script>alert(1)</script>\n'],
  ['an element inside a sentence', 'Hello <img src=x onerror=alert(1)> there'],
])('shows %s as text', (_name, source) => {
  const { html } = renderMarkdown(source)
  expect(html).not.toMatch(/<(script|img)/)
  expect(html).toContain('&lt;')
})

test('gives each heading a unique ID, even if two have the same text', () => {
  const { headings, html } = renderMarkdown('## What it *is*\n\n## What it is\n\n### Why?\n')
  expect(headings).toEqual([
    { id: 'what-it-is', text: 'What it is', level: 2 },
    { id: 'what-it-is--2', text: 'What it is', level: 2 },
    { id: 'why', text: 'Why?', level: 3 },
  ])
  expect(html).toContain('<h2 id="what-it-is--2">')
})

test('extracts plain text for searching, without markup or entities', () => {
  expect(renderMarkdown('# A & B\n\n`x < y` and "more"\n').text).toBe('A & B x < y and "more"')
})
