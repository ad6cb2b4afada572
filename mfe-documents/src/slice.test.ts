/** Checks that the initial style sheet covers everything the slice's first file renders. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from '@jest/globals'

const HERE = import.meta.dirname
const UI = resolve(HERE, '../../packages/ui/src')

test('the initial styles cover every component in the initial file', async () => {
  const rendered = [...(await bundledFiles(join(HERE, 'slice.tsx')))].filter((file) =>
    /(\.tsx|-style\.ts)$/.test(file),
  )
  const sheet = await readFile(join(HERE, 'slice.css'), 'utf8')
  const covered = [...sheet.matchAll(/@source "([^"]+)"/g)].map(([, file = '']) => join(HERE, file))
  expect(rendered.length).toBeGreaterThan(15)
  const missing = rendered.filter((file) => !covered.some((source) => file.startsWith(source)))
  expect(missing.map((file) => relative(HERE, file))).toEqual(['slice.tsx'])
})

test('every page other than Home loads the remaining styles', async () => {
  const entry = await readFile(join(HERE, 'slice.tsx'), 'utf8')
  const pages = [
    ...entry.matchAll(/import\((?:\/\* webpackChunkName: "\w+" \*\/ )?'(\.[^']+)'\)/g),
  ].map(([, file = '']) => file)
  const missing: string[] = []
  for (const page of new Set(pages)) {
    if (!/^import '\.\.\/full\.css'/m.test(await readFile(join(HERE, page), 'utf8')))
      missing.push(page)
  }
  expect(pages.length).toBeGreaterThan(4)
  expect(missing).toEqual([])
})

/** Returns the source files that are bundled with a file through static or eager dynamic imports. */
async function bundledFiles(file: string, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(file)) return seen
  seen.add(file)
  const text = await readFile(file, 'utf8')
  const imports = /^(?:import|\} from|export .* from)(?! type).*?'([^']+)'|"eager" \*\/ '([^']+)'/gm
  for (const [statement, plain, eager] of text.matchAll(imports)) {
    const imported = statement.startsWith('import type')
      ? null
      : resolveImport(plain ?? eager ?? '', file)
    if (imported !== null) await bundledFiles(imported, seen)
  }
  return seen
}

function resolveImport(name: string, from: string): string | null {
  const ui = /^@inkproof\/ui\/(.+)$/.exec(name)?.[1]
  const paths =
    ui === undefined
      ? [resolve(dirname(from), name)]
      : [join(UI, `${ui}.tsx`), join(UI, `${ui}.ts`)]
  if (ui === undefined && !name.startsWith('.')) return null
  return paths.find((path) => /\.tsx?$/.test(path) && existsSync(path)) ?? null
}
