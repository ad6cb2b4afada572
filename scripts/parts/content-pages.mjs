/** The list of the content slice's pages of text: one for each Markdown file, from its front matter. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './list.mjs'

const FOLDER = 'svc-content/content/pages'

/** The text of mfe-content/src/text/pages.ts. */
export function contentPagesFor() {
  const pages = readdirSync(join(ROOT, FOLDER)).filter((file) => file.endsWith('.md'))
  const rows = pages.sort().map((file) => rowOf(file.slice(0, -'.md'.length), headOf(file)))
  return `/** Written by \`npm run parts\` from the front matter of the files in ${FOLDER}. */
import { msg } from '@inkproof/texts/message'

/** A page of text: its path, its heading, and whether it offers the search over everything written. */
export type TextPage = { path: string; title: string; hasSearch?: true }

/** The heading is known before the text has come, and also when it does not come. */
export const PAGES: readonly TextPage[] = [
${rows.map((row) => `  ${row},\n`).join('')}]
`
}

function headOf(file) {
  return /^---\n([\s\S]*?)\n---\n/.exec(readFileSync(join(ROOT, FOLDER, file), 'utf8'))?.[1] ?? ''
}

function rowOf(name, head) {
  const title = /^title: *(.+?) *$/m.exec(head)?.[1]
  if (title === undefined) throw new Error(`${FOLDER}/${name}.md has no title`)
  const search = /^search: *true *$/m.test(head) ? ', hasSearch: true' : ''
  return `{ path: '/${name}', title: msg(${quoted(title)})${search} }`
}

function quoted(text) {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`
}
