/** Tests publishing built slices without their sources, as the images of the shell and slices do. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PARTS } from '@inkproof/slice-kit/release/parts'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { run } from '../src/process/run.ts'
import { ROOT } from '../src/testing/test-folder.ts'

const BUNDLE = 'launcher/dist/release/slices/publish.mjs'

let home = ''

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'inkproof-publish-'))
  await run('node', [join(ROOT, 'launcher/src/build/bundle-release.mjs')])
  const files = PARTS.flatMap((part) => [`${part}/package.json`, `${part}/dist`])
  // The test system has already built the parts.
  for (const path of [BUNDLE, 'parts.json', ...files]) {
    cpSync(join(ROOT, path), join(home, path), { recursive: true })
  }
})

afterAll(() => rmSync(home, { recursive: true }))

test('publishes each part separately, with the public settings of pages', async () => {
  const out = join(home, 'www')
  const SITE = JSON.stringify({ embedded: true, mailbox: 'http://localhost:8025' })
  for (const part of PARTS) {
    const env = { PATH: process.env['PATH'], SITE, PART: part, WWW_DIR: out }
    await run('node', [BUNDLE], { cwd: home, env })
  }
  const registry = JSON.parse(readFileSync(join(out, 'slices.json'), 'utf8'))
  expect(registry.slices.map(({ package: name }: { package: string }) => name).sort()).toEqual(
    PARTS.slice(1).sort(),
  )
  expect(registry.site).toEqual(JSON.parse(SITE))
  expect(readFileSync(join(out, 'shell/index.html'), 'utf8')).toContain('virtual="/slices.json"')
})
