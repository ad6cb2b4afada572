import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toHex, utf8 } from '@inkproof/proof/bytes'
import { cosignatureTimes } from '@inkproof/proof/cosignature'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { openNote, parseNote, parseVkey, WITNESS_KEY } from '@inkproof/proof/note'
import { parseWitnessPolicy } from '@inkproof/proof/witness-policy'
import { afterEach, expect, test } from '@jest/globals'
import { growingLog } from '../testing/growing-log.ts'
import { startWitness, type WitnessProcess } from '../testing/witness-process.ts'

const LOG = growingLog()
const FORK = growingLog({ privateKey: LOG.privateKey, history: ' (changed)', forkAt: 4 })

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-witness-'))
  cleanUps.push(() => rmSync(folder, { recursive: true }))
  return folder
}

function optionsFor(dir: string): string[] {
  return ['--dir', dir, '--name', 'witness.example/w1', '--log', LOG.vkey]
}

async function start(dir: string, ...options: string[]): Promise<WitnessProcess> {
  const witness = await startWitness(...optionsFor(dir), ...options)
  cleanUps.push(() => witness.stop())
  return witness
}

async function submit(witness: WitnessProcess, body: string) {
  const response = await fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body })
  return { status: response.status, text: await response.text() }
}

test('creates a key that only its owner can read, and prints the policy line', async () => {
  const dir = createFolder()
  const witness = await start(dir, '--url', 'https://witness.example/w1')
  expect(witness.output()).toContain('Created a new key.')
  expect(statSync(join(dir, 'key')).mode & 0o777).toBe(0o600)
  const policy = parseWitnessPolicy(`${witness.policyLine}\nquorum witness.example/w1\n`)
  expect(policy.witnesses).toEqual([
    {
      name: 'witness.example/w1',
      type: WITNESS_KEY,
      key: parseVkey(witness.vkey, WITNESS_KEY),
      url: 'https://witness.example/w1',
    },
  ])
})

test('continues with its key and state after it was killed', async () => {
  const dir = createFolder()
  const first = await start(dir)
  expect((await submit(first, LOG.body(0, 7))).status).toBe(200)
  expect(await first.stop('SIGKILL')).toBeNull()
  const second = await start(dir)
  expect(second.output()).toContain('Using the existing key.')
  expect(second.vkey).toBe(first.vkey)
  expect(await submit(second, LOG.body(0, 9))).toEqual({ status: 409, text: '7\n' })
  expect((await submit(second, LOG.body(7, 9))).status).toBe(200)
})

test('refuses a second history, also after it was killed, and keeps the evidence', async () => {
  const dir = createFolder()
  const first = await start(dir)
  expect((await submit(first, LOG.body(0, 7))).status).toBe(200)
  await first.stop('SIGKILL')
  const witness = await start(dir)
  expect((await submit(witness, FORK.body(7, 9))).status).toBe(422)
  expect((await submit(witness, FORK.body(7, 7))).status).toBe(409)
  expect((await submit(witness, FORK.body(0, 3))).status).toBe(409)
  expect(witness.output()).toContain(`${LOG.origin} has signed two roots at size 7.`)
  const { logs } = (await (await fetch(witness.url)).json()) as { logs: unknown }
  expect(logs).toMatchObject([{ size: '7', contradictions: 1 }])
  const kept = join(dir, 'evidence', toHex(nodeSha256(utf8(LOG.origin))))
  const root = Buffer.from(FORK.text(7).split('\n')[2] as string, 'base64').toString('hex')
  const note = readFileSync(join(kept, `7-${root}`, 'submitted.note'), 'utf8')
  expect(openNote(note, LOG.key)).toBe(FORK.text(7))
})

test('stops signing when its state is replaced while it runs', async () => {
  const dir = createFolder()
  const witness = await start(dir)
  const old = readFileSync(join(dir, 'state'))
  expect((await submit(witness, LOG.body(0, 7))).status).toBe(200)
  writeFileSync(join(dir, 'state'), old)
  for (const size of [8, 9]) {
    expect(await submit(witness, LOG.body(7, size))).toEqual({
      status: 503,
      text: 'this witness is retired\n',
    })
  }
  const status = (await (await fetch(witness.url)).json()) as { retired: string }
  expect(status.retired).toContain('removed or changed')
  await witness.stop()
  expect(existsSync(join(dir, 'retired'))).toBe(true)
})

test('signs nothing while the disk is full, and continues afterwards', async () => {
  const dir = createFolder()
  const witness = await start(dir)
  // Every write to /dev/full fails with ENOSPC.
  symlinkSync('/dev/full', join(dir, 'state.new'))
  const { status, text } = await submit(witness, LOG.body(0, 7))
  expect([status, text]).toEqual([503, 'the checkpoint could not be stored\n'])
  expect(witness.output()).toContain('ENOSPC')
  expect((await submit(witness, LOG.body(0, 8))).status).toBe(200)
})

test('serves the newest cosigned checkpoint to monitors', async () => {
  const witness = await start(createFolder())
  const url = `${witness.url}/${toHex(nodeSha256(utf8(LOG.origin)))}/checkpoint`
  expect((await fetch(url)).status).toBe(404)
  await submit(witness, LOG.body(0, 7))
  await submit(witness, LOG.body(7, 9))
  const note = await (await fetch(url)).text()
  expect(openNote(note, LOG.key)).toBe(LOG.text(9))
  expect(cosignatureTimes(parseNote(note), parseVkey(witness.vkey, WITNESS_KEY))).toHaveLength(1)
})

test('refuses other requests', async () => {
  const witness = await start(createFolder())
  const call = async (path: string, init?: RequestInit) =>
    (await fetch(`${witness.url}${path}`, init)).status
  expect(await call('/add-checkpoint')).toBe(405)
  expect(await call('/', { method: 'POST', body: 'x' })).toBe(405)
  expect(await call('/other')).toBe(404)
  expect(await call('/add-checkpoint', { method: 'POST', body: Buffer.from([0xff]) })).toBe(400)
  expect(await call('/add-checkpoint', { method: 'POST', body: 'x'.repeat(131_073) })).toBe(413)
  expect((await submit(witness, LOG.body(0, 7))).status).toBe(200)
})

test('answers a request that has begun before it stops', async () => {
  const witness = await start(createFolder())
  const body = LOG.body(0, 7)
  const req = request(`${witness.url}/add-checkpoint`, {
    method: 'POST',
    headers: { 'content-length': Buffer.byteLength(body), expect: '100-continue' },
  })
  const answered = new Promise<number | undefined>((resolve) => {
    req.once('response', (res) => {
      res.resume()
      resolve(res.statusCode)
    })
  })
  req.flushHeaders()
  // The witness has the headers when it asks for the body.
  await new Promise<void>((resolve) => {
    req.once('continue', resolve)
  })
  const stopped = witness.stop()
  req.end(body)
  expect(await answered).toBe(200)
  expect(await stopped).toBe(0)
})
