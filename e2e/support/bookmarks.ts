/** The bookmarks of a PDF, as qpdf reads them. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Returns the title and the page (from 1) of each bookmark of the first level. */
export async function bookmarksOf(pdf: Uint8Array): Promise<[title: string, page: number][]> {
  const folder = await mkdtemp(join(tmpdir(), 'bookmarks-'))
  try {
    const file = join(folder, 'document.pdf')
    await writeFile(file, pdf)
    const { stdout } = await promisify(execFile)('qpdf', ['--json', '--json-key=outlines', file])
    const { outlines } = JSON.parse(stdout) as {
      outlines: { title: string; destpageposfrom1: number }[]
    }
    return outlines.map(({ title, destpageposfrom1 }) => [title, destpageposfrom1])
  } finally {
    await rm(folder, { recursive: true })
  }
}
