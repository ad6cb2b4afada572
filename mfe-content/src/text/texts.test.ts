/** The headings that stand before their text are those of the text. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { TEXTS } from './texts.ts'

const PAGES = join(import.meta.dirname, '../../../svc-content/content/pages')

test.each(Object.entries(TEXTS))('%s is headed as its text is: %s', async (path, title) => {
  const text = await readFile(join(PAGES, `${path.slice(1)}.md`), 'utf8')
  expect(/^title: (.+)$/m.exec(text)?.[1]).toBe(title)
})
