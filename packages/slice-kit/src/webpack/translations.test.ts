import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { readTranslations } from './translations.ts'

const roots: string[] = []

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true })
})

test('merges the translations of a part and of the packages it bundles, by language', () => {
  const { part, write } = setup()
  write('texts/en.json', { Verify: ['src/a.ts'] })
  write('texts/pl.json', { Verify: 'Sprawdź' })
  write('texts/de.json', { Verify: 'Prüfen' })
  write('node_modules/@inkproof/ui/texts/pl.json', { Close: 'Zamknij' })
  write('node_modules/@inkproof/texts/texts/pl.json', { 'Unknown place': 'Nieznane miejsce' })
  expect(Object.fromEntries(readTranslations(part))).toEqual({
    pl: { Verify: 'Sprawdź', Close: 'Zamknij', 'Unknown place': 'Nieznane miejsce' },
    de: { Verify: 'Prüfen' },
  })
})

test('omits build tools and third-party packages', () => {
  const { part, write } = setup()
  write('node_modules/@inkproof/slice-kit/texts/pl.json', { Build: 'Buduj' })
  write('node_modules/react/texts/pl.json', { React: 'React' })
  expect(readTranslations(part).size).toBe(0)
})

/** Creates a part that bundles `ui`, which bundles `texts`; none of the three is translated. */
function setup() {
  const part = realpathSync(mkdtempSync(join(tmpdir(), 'inkproof-translations-')))
  roots.push(part)
  const write = (path: string, content: object) => {
    mkdirSync(dirname(join(part, path)), { recursive: true })
    writeFileSync(join(part, path), JSON.stringify(content))
  }
  const dependenciesOn = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, '1.0.0']))
  write('package.json', {
    dependencies: dependenciesOn('@inkproof/ui', 'react'),
    devDependencies: dependenciesOn('@inkproof/slice-kit'),
  })
  write('node_modules/@inkproof/ui/package.json', {
    dependencies: dependenciesOn('@inkproof/texts'),
  })
  for (const name of ['@inkproof/texts', '@inkproof/slice-kit', 'react']) {
    write(`node_modules/${name}/package.json`, {})
  }
  return { part, write }
}
