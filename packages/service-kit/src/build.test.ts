/** What a service's build refuses, on folders with packages of their own. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from '@jest/globals'

const BUILD = fileURLToPath(new URL('../build.mjs', import.meta.url))

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Builds a service that uses a package of ours, which uses `mailer` from npm; each has the version given. */
function build({ ofService, ofPackage }: { ofService?: string; ofPackage: string }) {
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
  write('svc-test/src/main.ts', "import { kit } from '@inkproof/kit'\nconsole.log(kit)")
  const kit = 'svc-test/node_modules/@inkproof/kit'
  write(`${kit}/package.json`, JSON.stringify({ name: '@inkproof/kit', main: 'index.js' }))
  write(`${kit}/index.js`, "import { send } from 'mailer'\nexport const kit = send")
  mailer(kit, ofPackage)
  if (ofService !== undefined) mailer('svc-test', ofService)
  const cwd = join(folder, 'svc-test')
  const { status, stderr } = spawnSync(process.execPath, [BUILD], { cwd, encoding: 'utf8' })
  return { status, stderr, bundle: () => readFileSync(join(cwd, 'dist/main.js'), 'utf8') }
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
