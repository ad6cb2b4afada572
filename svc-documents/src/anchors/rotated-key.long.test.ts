import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseNote } from '@inkproof/proof/note'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { runMonitor } from 'inkproof/monitor/monitor-command'
import { startWitness, type WitnessProcess } from 'inkproof/testing/witness-process'
import { type RotatingSystem, startRotatingSystem } from '../testing/rotating-system.ts'

let rotating: RotatingSystem
const cleanUps: (() => unknown)[] = []

beforeEach(async () => {
  rotating = await startRotatingSystem()
})

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
  await rotating.system.stop()
})

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-rotated-'))
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Serves the files of the record, as the gateway does. Returns their address. */
async function serveRecord(): Promise<string> {
  const { LOG_DIR } = rotating.system.installation.log
  const server = createServer((req, res) => {
    readFile(join(LOG_DIR, (req.url ?? '').replace(/^\/log\//, ''))).then(
      (bytes) => res.end(bytes),
      () => res.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  cleanUps.push(() => new Promise((resolve) => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/log`
}

test('a monitor follows the record over a rotation', async () => {
  const state = join(createFolder(), 'state.json')
  const args = [await serveRecord(), '--rpc', rotating.system.installation.chainUrl]
  const lines: string[] = []
  const out = (line: string) => void lines.push(line)
  const check = () => runMonitor([...args, '--once', '--state', state], { out, err: out })
  await rotating.certify()
  expect([await check(), lines]).toEqual([0, expect.anything()])
  await rotating.rotate()
  await rotating.waitForTransition()
  expect([await check(), lines]).toEqual([0, expect.anything()])
  await rotating.certify()
  expect([await check(), lines]).toEqual([0, expect.anything()])
})

async function witness(name: string, ...vkeys: string[]): Promise<WitnessProcess> {
  const logs = vkeys.flatMap((vkey) => ['--log', vkey])
  const process = await startWitness('--dir', createFolder(), '--name', name, ...logs)
  cleanUps.push(() => process.stop())
  return process
}

test('a witness of the old key cosigns the first anchor after a rotation, and one of both keys continues', async () => {
  const { old, new: next } = rotating.vkeys
  const [outdated, updated] = [await witness('w1', old), await witness('w2', old, next)]
  const lines = [
    `witness w1 ${outdated.vkey} ${outdated.url}`,
    `witness w2 ${updated.vkey} ${updated.url}`,
  ]
  const settings = { WITNESSES: `${lines.join('\n')}\nquorum w2\n` }
  await rotating.rotate(settings)
  const transition = await rotating.waitForTransition()
  const { certificate, size } = await rotating.certify()
  const namesOf = async (anchored: number) =>
    parseNote((await rotating.readAnchor(anchored)).checkpoint)
      .signatures.map(({ name }) => name)
      .sort()
  const origin = rotating.system.installation.log.LOG_ORIGIN
  expect(await namesOf(transition)).toEqual([origin, origin, 'w1', 'w2'])
  expect(await namesOf(size)).toEqual([origin, 'w2'])
  expect(await rotating.exitCode(certificate, await rotating.readProof(certificate))).toBe(0)
})
