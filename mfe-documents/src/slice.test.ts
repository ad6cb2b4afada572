/** What the slice's first file draws has its utilities with it, though the rest of the styles comes later. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from '@jest/globals'

const HERE = import.meta.dirname
const UI = resolve(HERE, '../../packages/ui/src')

test('the initial styles cover every component in the initial file', async () => {
  const drawn = [...(await reachedFrom(join(HERE, 'slice.tsx')))].filter((file) =>
    /(\.tsx|-style\.ts)$/.test(file),
  )
  const sheet = await readFile(join(HERE, 'slice.css'), 'utf8')
  const covered = [...sheet.matchAll(/@source "([^"]+)"/g)].map(([, file = '']) => join(HERE, file))
  expect(drawn.length).toBeGreaterThan(15)
  const missing = drawn.filter((file) => !covered.some((one) => file.startsWith(one)))
  expect(missing.map((file) => relative(HERE, file))).toEqual(['slice.tsx'])
})

test('every page other than Home loads the remaining styles', async () => {
  const entry = await readFile(join(HERE, 'slice.tsx'), 'utf8')
  const pages = [...entry.matchAll(/import\('(\.[^']+)'\)/g)].map(([, file = '']) => file)
  const without: string[] = []
  for (const page of new Set(pages)) {
    if (!/^import '\.\.\/full\.css'/m.test(await readFile(join(HERE, page), 'utf8')))
      without.push(page)
  }
  expect(pages.length).toBeGreaterThan(4)
  expect(without).toEqual([])
})

/** Every file of ours that is bundled with this one: static imports, and eager ones of the form webpack takes. */
async function reachedFrom(file: string, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(file)) return seen
  seen.add(file)
  const text = await readFile(file, 'utf8')
  const imports = /^(?:import|\} from|export .* from)(?! type).*?'([^']+)'|"eager" \*\/ '([^']+)'/gm
  for (const [statement, plain, eager] of text.matchAll(imports)) {
    const found = statement.startsWith('import type') ? null : located(plain ?? eager ?? '', file)
    if (found !== null) await reachedFrom(found, seen)
  }
  return seen
}

function located(name: string, from: string): string | null {
  const ui = /^@inkproof\/ui\/(.+)$/.exec(name)?.[1]
  const paths =
    ui === undefined
      ? [resolve(dirname(from), name)]
      : [join(UI, `${ui}.tsx`), join(UI, `${ui}.ts`)]
  if (ui === undefined && !name.startsWith('.')) return null
  return paths.find((path) => /\.tsx?$/.test(path) && existsSync(path)) ?? null
}
