import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateKey } from '@inkproof/proof/note'
import { buildBeforeTests } from '@inkproof/service-kit/testing/build-service'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type System, startSystem } from './testing/system.ts'

const build = buildBeforeTests(fileURLToPath(new URL('..', import.meta.url)))

let system: System

beforeAll(async () => {
  system = await startSystem()
  const token = await system.installation.signIn()
  const { index } = await system.client.certify(token)
  await system.waitUntilAnchored(index)
  await system.stopLog()
})

afterAll(() => system.stop())

/** Runs `main.js` as a separate process; returns its exit code and output. */
async function run(args: string[], change: Record<string, string> = {}) {
  const env = { ...system.installation.env.log, LOG_LEVEL: 'info', ...change }
  const child = spawn(process.execPath, ['--enable-source-maps', build('main.js'), ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes))
  const [code] = await once(child, 'close')
  return { code, output }
}

test('main.js check exits with 0 if all data matches the signed state, and with 1 if something is damaged', async () => {
  const clean = await run(['check'])
  expect([clean.code, clean.output]).toEqual([0, expect.stringContaining('"findings":[]')])
  const { LOG_COPY_DIR } = system.installation.log
  await rm(join(LOG_COPY_DIR, 'tile'), { recursive: true })
  const damaged = await run(['check'])
  expect([damaged.code, damaged.output]).toEqual([
    1,
    expect.stringContaining('is missing from the second store'),
  ])
})

test('main.js check exits with 2 if the check could not be completed', async () => {
  const unreachable = { MONGO_URL: 'mongodb://127.0.0.1:1/documents', STORE_TIMEOUT_FACTOR: '1' }
  const { code, output } = await run(['check'], unreachable)
  expect([code, output]).toEqual([2, expect.stringContaining('the check could not be completed')])
})

test.each([
  ['CHAIN_ID', '1'],
  ['LOG_ANCHOR', `0x${'ab'.repeat(20)}`],
  ['ANCHOR_KEY', `0x${'12'.repeat(32)}`],
])(
  'main.js log refuses to start a record whose name commits to another %s',
  async (name, value) => {
    const { code, output } = await run(['log'], { [name]: value })
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('was created for another chain, contract or account'),
    ])
  },
)

test('main.js log refuses a checkpoint key that is not the key of the record, and says what to set', async () => {
  const { privateKey } = generateKey(system.installation.log.LOG_ORIGIN as string)
  const { code, output } = await run(['log'], { CHECKPOINT_KEY: privateKey })
  expect([code, output]).toEqual([1, expect.stringContaining('set PREVIOUS_CHECKPOINT_KEY to it')])
  expect(output).not.toContain(privateKey)
})

test('main.js refuses more than one role', async () => {
  const { code, output } = await run(['api', 'log'])
  expect([code, output]).toEqual([1, expect.stringContaining('expected one role')])
})
