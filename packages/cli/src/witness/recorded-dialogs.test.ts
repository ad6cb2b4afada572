import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromHex } from '@inkproof/proof/bytes'
import { cosignatureTimes } from '@inkproof/proof/cosignature'
import { formatVkey, parseNote, parseVkey, verifierKey, WITNESS_KEY } from '@inkproof/proof/note'
import { afterEach, expect, test } from '@jest/globals'
import { startWitness } from '../testing/witness-process.ts'

/** What litewitness answered to two real logs, request by request. */
type Dialog = {
  logVkey?: string
  logPublicKeyHex?: string
  logOrigin: string
  witnessName: string
  sizeAfter: number
  steps: {
    method: string
    path: string
    body: string
    status: number
    bodyContains: string[]
    asserts: string[]
  }[]
}

const VECTORS = join(import.meta.dirname, '../../../../../shared/vectors/witness')

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function setup(name: string) {
  const dialog = JSON.parse(readFileSync(join(VECTORS, `${name}.json`), 'utf8')) as Dialog
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-witness-'))
  cleanUps.push(() => rmSync(folder, { recursive: true }))
  const vkey =
    dialog.logVkey ??
    formatVkey(verifierKey(dialog.logOrigin, fromHex(dialog.logPublicKeyHex as string)))
  const list = join(folder, 'logs')
  writeFileSync(list, `logs/v0\nvkey ${vkey}\norigin ${dialog.logOrigin}\nqpd 10\n`)
  const witness = await startWitness(
    ...['--dir', join(folder, 'witness'), '--name', dialog.witnessName, '--logs', list],
  )
  cleanUps.push(() => witness.stop())
  return { dialog, witness }
}

test.each([
  ['sumdb', 1],
  ['sigsum', 9],
])('gives the recorded answers to %s', async (name, stepCount) => {
  const { dialog, witness } = await setup(name)
  let seen = 0
  for (const { method, path, body, status, bodyContains, asserts } of dialog.steps) {
    const response = await fetch(`${witness.url}${path}`, { method, body })
    const text = await response.text()
    expect([seen, response.status, text]).toEqual([seen, status, expect.any(String)])
    for (const part of bodyContains) expect(text).toContain(part)
    for (const assertion of asserts) expect(assertion).toBe(`body == ${JSON.stringify(text)}`)
    if (status === 409) expect(response.headers.get('content-type')).toBe('text/x.tlog.size')
    if (status === 200) expectCosignature(body, text, witness.vkey)
    seen += 1
  }
  expect(seen).toBe(stepCount)
  const { logs } = (await (await fetch(witness.url)).json()) as { logs: unknown }
  expect(logs).toMatchObject([{ origin: dialog.logOrigin, size: String(dialog.sizeAfter) }])
})

/** The answer's line must be the witness's valid signature on the submitted checkpoint, made now. */
function expectCosignature(body: string, line: string, vkey: string): void {
  const note = body.slice(body.indexOf('\n\n') + 2)
  const [time = 0n] = cosignatureTimes(parseNote(note + line), parseVkey(vkey, WITNESS_KEY))
  expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(60)
}
