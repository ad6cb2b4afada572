/** Two witnesses as processes, a record that both cosign, and a reader whose policy requires both. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { createSampleRecord } from '@inkproof/proof/testing/sample-record'
import { serveRecord } from '@inkproof/proof/testing/serve-record'
import { afterEach, expect, test } from '@jest/globals'
import { startWitness, type WitnessProcess } from '../testing/witness-process.ts'
import { runVerify } from '../verify/verify-command.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-witnesses-'))
  cleanUps.push(() => rmSync(folder, { recursive: true }))
  const record = createSampleRecord({ startsAt: new Date(Date.now() - 3_600_000) })
  const document = randomBytes(64)
  const index = record.certify(nodeSha256(document))
  const anchor = record.anchor()
  record.mine(12)
  const start = async (name: string) => {
    const options = ['--dir', join(folder, name), '--name', `${name}.example/w`]
    const witness = await startWitness(...options, '--log', record.vkey)
    cleanUps.push(() => witness.stop())
    return witness
  }
  const witnesses = [await start('one'), await start('two')] as const
  const { logUrl, rpcUrl, stop } = await serveRecord(record)
  cleanUps.push(stop)
  const write = (name: string, content: string | Uint8Array) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const names = witnesses.map(({ policyLine }) => policyLine.split(' ')[1]).join(' ')
  const policy = `${witnesses.map(({ policyLine }) => policyLine).join('\n')}\ngroup both all ${names}\nquorum both\n`
  /** Runs the verifier with the record as it is now. */
  const verify = async () => {
    const lines: string[] = []
    const print = (text: string) => void lines.push(...text.split('\n'))
    const code = await runVerify(
      [
        write('document', document),
        write('document.tlog-proof', await record.proofFile(index)),
        ...['--trust', write('policy.json', record.policyText({ witnesses: policy }))],
        ...['--rpc', rpcUrl, '--log', logUrl],
      ],
      { out: print, err: print },
    )
    return { code, lines }
  }
  return { anchor, witnesses, verify }
}

/** Submits a checkpoint to a witness that has not seen the record yet; returns its signature line. */
async function cosign({ url }: WitnessProcess, note: string): Promise<string> {
  const response = await fetch(`${url}/add-checkpoint`, {
    method: 'POST',
    body: `old 0\n\n${note}`,
  })
  expect(response.status).toBe(200)
  return await response.text()
}

test('a policy of two witnesses verifies with both, and not with one', async () => {
  const { anchor, witnesses, verify } = await setup()
  const note = anchor.checkpoint
  const [one, two] = [await cosign(witnesses[0], note), await cosign(witnesses[1], note)]

  anchor.checkpoint = note + one
  const withOne = await verify()
  expect([withOne.code, ...withOne.lines.slice(0, 2)]).toEqual([
    2,
    'Too few witnesses confirm this.',
    '1 of the 2 witnesses that your policy requires.',
  ])

  anchor.checkpoint = note + one + two
  const withBoth = await verify()
  expect([withBoth.code, withBoth.lines[0]]).toEqual([0, 'This is the original file.'])
})
