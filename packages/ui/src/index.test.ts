import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'

const here = new URL('.', import.meta.url)

/** The public API: removing a name breaks the slices that use it. */
test('exports exactly these names', async () => {
  const modules = (await readdir(here)).filter((name) => /^[a-z-]+\.tsx$/.test(name)).sort()
  const exportedNames = await Promise.all(
    modules.map(async (name) => {
      const source = await readFile(new URL(name, here), 'utf8')
      const names = [...source.matchAll(/^export (?:function|const) (\w+)/gm)].map(
        (match) => match[1],
      )
      return `${name.replace('.tsx', '')}: ${names.join(' ')}`
    }),
  )
  expect(exportedNames).toMatchSnapshot()
})
