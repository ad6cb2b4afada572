/** What a service's build makes and refuses, on folders with packages of their own. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from '@jest/globals'

const BUILD = fileURLToPath(new URL('../build.mjs', import.meta.url))
const TEXTS_FOR = fileURLToPath(new URL('../../texts/src/texts-for.ts', import.meta.url))

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

type Options = { ofService?: string; ofPackage: string; files?: Record<string, string> }

/**
 * Builds a service that uses a package of ours, which uses `mailer` from npm; each has the version given. `files` are
 * written before.
 */
function build({ ofService, ofPackage, files = {} }: Options) {
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-build-'))
  folders.push(folder)
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const mailer = (at: string, version: string) => {
    const description = { name: 'mailer', version, main: 'lib/mailer.js' }
    write(`${at}/node_modules/mailer/package.json`, JSON.stringify(description))
    write(`${at}/node_modules/mailer/lib/mailer.js`, 'module.exports = { send: 1 }')
  }
  write('svc-test/package.json', JSON.stringify({ type: 'module' }))
  write('svc-test/src/main.ts', "import { kit } from '@inkproof/kit'\nconsole.log(kit)")
  const kit = 'svc-test/node_modules/@inkproof/kit'
  write(`${kit}/package.json`, JSON.stringify({ name: '@inkproof/kit', main: 'index.js' }))
  write(`${kit}/index.js`, "import { send } from 'mailer'\nexport const kit = send")
  mailer(kit, ofPackage)
  if (ofService !== undefined) mailer('svc-test', ofService)
  for (const [path, text] of Object.entries(files)) write(`svc-test/${path}`, text)
  const cwd = join(folder, 'svc-test')
  const { status, stderr } = spawnSync(process.execPath, [BUILD], { cwd, encoding: 'utf8' })
  const dist = (path: string) => readFileSync(join(cwd, 'dist', path), 'utf8')
  return { status, stderr, bundle: () => dist('main.js'), dist, cwd }
}

test('our packages are inlined, and npm packages stay external', () => {
  const { status, bundle } = build({ ofService: '2.0.0', ofPackage: '2.0.0' })
  expect(status).toBe(0)
  expect(bundle().match(/from "[^"]+"/g)).toEqual(['from "mailer"'])
})

test('a package that the service does not have is refused', () => {
  const { status, stderr } = build({ ofPackage: '2.0.0' })
  expect(status).not.toBe(0)
  expect(stderr).toContain('mailer cannot be found from svc-test: add it to its package.json')
})

test('a package that the service has in another version is refused', () => {
  const { status, stderr } = build({ ofService: '1.0.0', ofPackage: '2.0.0' })
  expect(status).not.toBe(0)
  expect(stderr).toContain('mailer is found as 1.0.0, not 2.0.0, from svc-test: add it')
})

test('the translations of the service and of our packages are merged beside the bundle', () => {
  const { status, dist, cwd } = build({
    ofService: '2.0.0',
    ofPackage: '2.0.0',
    files: {
      'texts/en.json': '{ "Hello": ["src/main.ts"] }',
      'texts/pl.json': '{ "Hello": "Dzień dobry" }',
      'node_modules/@inkproof/kit/texts/pl.json': '{ "Goodbye": "Do widzenia" }',
      'node_modules/@inkproof/unused/texts/pl.json': '{ "Unused": "Nieużywane" }',
      'dist/texts/de.json': '{ "Hello": "from an earlier build" }',
    },
  })
  expect(status).toBe(0)
  expect(readdirSync(join(cwd, 'dist/texts'))).toEqual(['pl.json'])
  expect(JSON.parse(dist('texts/pl.json'))).toEqual({
    Hello: 'Dzień dobry',
    Goodbye: 'Do widzenia',
  })
})

test('the bundle words in the languages that are beside it', () => {
  const { cwd } = build({
    ofService: '2.0.0',
    ofPackage: '2.0.0',
    files: {
      'src/main.ts': `import { LANGUAGES, textsFor } from '${TEXTS_FOR}'
console.log(LANGUAGES.join(), textsFor('pl').t('Hello'))`,
      'texts/pl.json': '{ "Hello": "Dzień dobry" }',
    },
  })
  const { stdout } = spawnSync(process.execPath, ['dist/main.js'], { cwd, encoding: 'utf8' })
  expect(stdout).toBe('en,pseudo,pl Dzień dobry\n')
})
