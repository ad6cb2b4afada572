/** Tests of the build script of services, in temporary folders with their own packages. */
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

type Options = { serviceMailer?: string; packageMailer: string; files?: Record<string, string> }

/**
 * Builds a service that uses one of our packages, which uses the npm package `mailer`. `serviceMailer` and
 * `packageMailer` are the versions installed for the service and for our package; `files` are additional files.
 */
function build({ serviceMailer, packageMailer, files = {} }: Options) {
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-build-'))
  folders.push(folder)
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const installMailer = (into: string, version: string) => {
    const manifest = { name: 'mailer', version, main: 'lib/mailer.js' }
    write(`${into}/node_modules/mailer/package.json`, JSON.stringify(manifest))
    write(`${into}/node_modules/mailer/lib/mailer.js`, 'module.exports = { send: 1 }')
  }
  write('svc-test/package.json', JSON.stringify({ type: 'module' }))
  write('svc-test/src/main.ts', "import { kit } from '@inkproof/kit'\nconsole.log(kit)")
  const kit = 'svc-test/node_modules/@inkproof/kit'
  write(`${kit}/package.json`, JSON.stringify({ name: '@inkproof/kit', main: 'index.js' }))
  write(`${kit}/index.js`, "import { send } from 'mailer'\nexport const kit = send")
  installMailer(kit, packageMailer)
  if (serviceMailer !== undefined) installMailer('svc-test', serviceMailer)
  for (const [path, text] of Object.entries(files)) write(`svc-test/${path}`, text)
  const cwd = join(folder, 'svc-test')
  const { status, stderr } = spawnSync(process.execPath, [BUILD], { cwd, encoding: 'utf8' })
  const readOutput = (path: string) => readFileSync(join(cwd, 'dist', path), 'utf8')
  return { status, stderr, readOutput, cwd }
}

test('inlines our packages and keeps npm packages external', () => {
  const { status, readOutput } = build({ serviceMailer: '2.0.0', packageMailer: '2.0.0' })
  expect(status).toBe(0)
  expect(readOutput('main.js').match(/from "[^"]+"/g)).toEqual(['from "mailer"'])
})

test('rejects a package that the service does not depend on', () => {
  const { status, stderr } = build({ packageMailer: '2.0.0' })
  expect(status).not.toBe(0)
  expect(stderr).toContain(
    'mailer cannot be resolved from svc-test: declare the required version in svc-test/package.json',
  )
})

test('rejects an npm package if the service has a different version of it', () => {
  const { status, stderr } = build({ serviceMailer: '1.0.0', packageMailer: '2.0.0' })
  expect(status).not.toBe(0)
  expect(stderr).toContain(
    'mailer resolves to 1.0.0 instead of 2.0.0 from svc-test: declare the required version',
  )
})

test('bundles each child process with its npm packages next to the service', () => {
  const { status, cwd, readOutput } = build({
    serviceMailer: '2.0.0',
    packageMailer: '2.0.0',
    files: {
      'src/files/send.child.ts': "import { kit } from '@inkproof/kit'\nconsole.log(kit)",
      'src/files/read.child.ts': "const text: string = 'read'\nconsole.log(text)",
    },
  })
  expect(status).toBe(0)
  expect(readOutput('main.js')).toContain('from "mailer"')
  // Finding the files of npm packages would take most of the time of a short process.
  expect(readOutput('send.child.js')).not.toContain('from "mailer"')
  const { stdout } = spawnSync(process.execPath, ['dist/read.child.js'], { cwd, encoding: 'utf8' })
  expect(stdout).toBe('read\n')
})

test('rejects a child process that needs a package that is not installed', () => {
  const { status, stderr } = build({
    serviceMailer: '2.0.0',
    packageMailer: '2.0.0',
    files: { 'src/read.child.ts': "import 'other'" },
  })
  expect(status).not.toBe(0)
  expect(stderr).toContain('Could not resolve "other"')
})

test('merges the translations of the service and of our packages next to the bundle', () => {
  const { status, readOutput, cwd } = build({
    serviceMailer: '2.0.0',
    packageMailer: '2.0.0',
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
  expect(JSON.parse(readOutput('texts/pl.json'))).toEqual({
    Hello: 'Dzień dobry',
    Goodbye: 'Do widzenia',
  })
})

test('the bundle uses the translations next to it', () => {
  const { cwd } = build({
    serviceMailer: '2.0.0',
    packageMailer: '2.0.0',
    files: {
      'src/main.ts': `import { LANGUAGES, textsFor } from '${TEXTS_FOR}'
console.log(LANGUAGES.join(), textsFor('pl').t('Hello'))`,
      'texts/pl.json': '{ "Hello": "Dzień dobry" }',
    },
  })
  const { stdout } = spawnSync(process.execPath, ['dist/main.js'], { cwd, encoding: 'utf8' })
  expect(stdout).toBe('en,pseudo,pl Dzień dobry\n')
})

test('what a child process imports dynamically is in a file of its own; those of earlier builds are removed', () => {
  const files = {
    'src/work.child.ts': "const { part } = await import('./part.ts')\nconsole.log(part)",
    'src/part.ts': "export const part = 'first'",
  }
  const { cwd, readOutput } = build({ serviceMailer: '2.0.0', packageMailer: '2.0.0', files })
  const parts = () => readdirSync(join(cwd, 'dist')).filter((name) => /^part-.*\.js$/.test(name))
  const [first = ''] = parts()
  expect(readOutput('work.child.js')).toContain(first)
  expect(readOutput('work.child.js')).not.toContain('"first"')
  writeFileSync(join(cwd, 'src/part.ts'), "export const part = 'second'")
  expect(spawnSync(process.execPath, [BUILD], { cwd }).status).toBe(0)
  expect(parts()).toEqual([expect.not.stringContaining(first)])
  expect(readOutput(parts()[0] ?? '')).toContain('"second"')
  const run = spawnSync(process.execPath, ['dist/work.child.js'], { cwd, encoding: 'utf8' })
  expect(run.stdout).toBe('second\n')
})
