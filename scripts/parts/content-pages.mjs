/** Generates the content slice's list of text pages from the front matter of the Markdown files. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './list.mjs'

const FOLDER = 'svc-content/content/pages'

/** Returns the content of mfe-content/src/text/pages.ts. */
export function contentPagesFor() {
  const pages = readdirSync(join(ROOT, FOLDER)).filter((file) => file.endsWith('.md'))
  const rows = pages
    .sort()
    .map((file) => formatRow(file.slice(0, -'.md'.length), readFrontMatter(file)))
  return `/** Written by \`npm run parts\` from the front matter of the files in ${FOLDER}. */
import { msg } from '@inkproof/texts/message'

/** A text page: its path, its heading, and whether it has the search box. */
export type TextPage = { path: string; title: string; hasSearch?: true }

/** The headings are in the code, so that they are shown while an article loads and if it cannot be loaded. */
export const PAGES: readonly TextPage[] = [
${rows.map((row) => `  ${row},\n`).join('')}]
`
}

function readFrontMatter(file) {
  return /^---\n([\s\S]*?)\n---\n/.exec(readFileSync(join(ROOT, FOLDER, file), 'utf8'))?.[1] ?? ''
}

function formatRow(name, frontMatter) {
  const title = /^title: *(.+?) *$/m.exec(frontMatter)?.[1]
  if (title === undefined) throw new Error(`${FOLDER}/${name}.md has no title`)
  const search = /^search: *true *$/m.test(frontMatter) ? ', hasSearch: true' : ''
  return `{ path: '/${name}', title: msg(${quote(title)})${search} }`
}

function quote(text) {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`
}
