import { openNote, parseVkey } from '@inkproof/proof/note'
import { mergePolicies, type Policy, policyFromVkey } from '@inkproof/proof/policy'
import { parseProofFile } from '@inkproof/proof/proof-file'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { makeRevocation } from '../testing/client.ts'
import { type RotatingSystem, startRotatingSystem } from '../testing/rotating-system.ts'

let rotating: RotatingSystem

beforeEach(async () => {
  rotating = await startRotatingSystem()
})

afterEach(() => rotating.system.stop())

test('certificates from before and after a rotation verify for readers of either key', async () => {
  const { system, vkeys, certify, readProof, signersOf, exitCode } = rotating
  const before = await certify()
  const oldPolicy = await system.readPolicy()
  const savedBefore = await readProof(before.certificate)
  await rotating.rotate()
  const transition = await rotating.waitForTransition()
  const after = await certify()
  expect(await Promise.all([before.size, transition, after.size].map(signersOf))).toEqual([
    ['old'],
    ['old', 'new'],
    ['new'],
  ])
  const newPolicy = await system.readPolicy()
  expect(newPolicy.records[0]?.keys).toEqual([
    { key: parseVkey(vkeys.old), fromSize: 0n, toSize: BigInt(transition) },
    { key: parseVkey(vkeys.new), fromSize: BigInt(transition), toSize: null },
  ])
  const proofAfter = await readProof(after.certificate)
  expect(parseProofFile(proofAfter).rotations).toHaveLength(1)
  const readers = {
    'of the old policy': oldPolicy,
    'of the old key alone': policyFromVkey(vkeys.old),
    'of the new policy': newPolicy,
    'of both policies': mergePolicies([oldPolicy, newPolicy]),
  }
  for (const [reader, policy] of Object.entries(readers)) {
    const codes = await Promise.all([
      exitCode(before.certificate, savedBefore, policy),
      exitCode(before.certificate, await readProof(before.certificate), policy),
      exitCode(after.certificate, proofAfter, policy),
    ])
    expect([reader, codes]).toEqual([reader, [0, 0, 0]])
  }
})

test('after a rotation, receipts for revocations are signed by the new key', async () => {
  const { system, token, vkeys } = rotating
  const { certificate } = await rotating.certify()
  await rotating.rotate()
  const body = { opening: makeRevocation(certificate) }
  await system.client.request('POST', `/certificates/${certificate.id}/revoke`, body, token)
  const path = `/certificates/${certificate.id}/revocation-receipt`
  const receipt = await (await system.client.request('GET', path, undefined, token)).text()
  expect(() => openNote(receipt, parseVkey(vkeys.new))).not.toThrow()
})

test('a rotation without the lost key gives exit code 2 until the reader accepts the new key', async () => {
  const { system, vkeys, certify, readProof, exitCode } = rotating
  const before = await certify()
  const oldPolicy = await system.readPolicy()
  await rotating.rotate({ LOST_CHECKPOINT_KEY: 'true' })
  const after = await certify()
  expect(await rotating.signersOf(after.size)).toEqual(['new'])
  const codes = async (policy: Policy) =>
    Promise.all(
      [before, after].map(async ({ certificate }) =>
        exitCode(certificate, await readProof(certificate), policy),
      ),
    )
  expect(await codes(oldPolicy)).toEqual([2, 2])
  expect(await codes(mergePolicies([oldPolicy, policyFromVkey(vkeys.new)]))).toEqual([0, 0])
  expect(await codes(mergePolicies([oldPolicy, await system.readPolicy()]))).toEqual([0, 0])
})
