import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  byBothKeys,
  byOperator,
  type Rotate,
  setupRotated,
} from '@inkproof/proof/testing/rotated-record'
import { serveRecord } from '@inkproof/proof/testing/serve-record'
import { afterEach, expect, test } from '@jest/globals'
import { runVerify } from './verify-command.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

/** Serves a record whose key was replaced, and writes a proof file from before and one from after. */
async function setup(rotate: Rotate) {
  const { record, document, index, oldProof } = await setupRotated(rotate, new Date())
  const served = await serveRecord(record)
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-cli-'))
  cleanUps.push(served.stop, () => rmSync(folder, { recursive: true }))
  const write = (name: string, content: string | Uint8Array) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const file = write('lease.txt', document)
  const proofs = {
    old: write('old.tlog-proof', oldProof),
    new: write('new.tlog-proof', await record.proofFile(index)),
  }
  const policy = write('policy.json', record.policyText({ url: served.logUrl }))
  const run = async (proof: keyof typeof proofs, ...options: string[]) => {
    const printed = { out: '', err: '' }
    const argv = [file, proofs[proof], '--rpc', served.rpcUrl, '--log', served.logUrl, ...options]
    const code = await runVerify(argv, {
      out: (text) => {
        printed.out += text
      },
      err: (text) => {
        printed.err += text
      },
    })
    return { code, ...printed }
  }
  return { record, policy, run }
}

test('a policy with the old key accepts proof files from before and after a rotation', async () => {
  const { policy, run } = await setup(byBothKeys)
  for (const proof of ['old', 'new'] as const)
    expect(await run(proof, '--trust', policy)).toMatchObject({ code: 0, err: '' })
})

test('names the key to accept if only the operator has signed the rotation', async () => {
  const { record, policy, run } = await setup(byOperator)
  const sentence = `To accept the new key, trust it too: ${record.newestVkey()}`
  const { code, out } = await run('new', '--trust', policy)
  expect([code, out.includes(sentence)]).toEqual([2, true])
  const json = JSON.parse((await run('new', '--trust', policy, '--json')).out)
  expect(json.exitCode).toBe(2)
  expect(json.steps.find(({ id }: { id: string }) => id === 'trust')).toMatchObject({
    outcome: 'not checked',
    reason: 'LOG_KEY_NOT_ACCEPTED',
    sentence: expect.stringContaining(sentence),
  })
})

test('the new key beside the policy or the old key accepts the rotation of the operator', async () => {
  const { record, policy, run } = await setup(byOperator)
  for (const trusted of [policy, record.vkey])
    for (const proof of ['old', 'new'] as const) {
      const options = ['--trust', trusted, '--trust', record.newestVkey()]
      expect(await run(proof, ...options)).toMatchObject({ code: 0, err: '' })
    }
})
