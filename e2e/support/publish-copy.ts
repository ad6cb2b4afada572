/** Publishes changed copies of a released slice, so that tests can release them. */
import { createHash } from 'node:crypto'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The first file of every slice after its entry. */
const CODE_FILE = 'slice.js'

/** The part of slice.json that is read here. */
type SliceRecord = { integrity: Record<string, string>; nav: { label: string }[] }

type Changes = {
  /** The label of the slice's first link in the header. */
  label?: string
  /** Code that runs when the slice is evaluated, before its own. */
  code?: string
}

/**
 * Publishes a copy of a version below `www` as another version, with matching hashes. Both `released` and the result have the
 * form `mfe-x@<version>`.
 */
export async function publishCopy(
  www: string,
  released: string,
  version: string,
  { label, code }: Changes = {},
): Promise<string> {
  const [name = '', from = ''] = released.split('@')
  const folder = join(www, 'slices', name, version)
  await cp(join(www, 'slices', name, from), folder, { recursive: true })
  const text = await readFile(join(folder, 'slice.json'), 'utf8')
  const slice = JSON.parse(text.replaceAll(`/${from}/`, `/${version}/`)) as SliceRecord
  const integrity = { ...slice.integrity }
  if (code !== undefined) {
    const file = join(folder, CODE_FILE)
    const changed = `${code};${await readFile(file, 'utf8')}`
    await writeFile(file, changed)
    for (const compressed of ['br', 'gz']) await rm(`${file}.${compressed}`)
    const hash = createHash('sha256').update(changed).digest('base64')
    integrity[`/slices/${name}/${version}/${CODE_FILE}`] = `sha256-${hash}`
  }
  const nav = slice.nav.map((entry, index) =>
    index === 0 && label !== undefined ? { ...entry, label } : entry,
  )
  await writeFile(join(folder, 'slice.json'), JSON.stringify({ ...slice, version, integrity, nav }))
  return `${name}@${version}`
}
