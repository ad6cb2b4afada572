import { expect, test } from '@jest/globals'
import { Wallet } from 'ethers'
import { buildProof } from './build.ts'
import { entryBytes } from './leaf.ts'
import { nodeEd25519 } from './node-ed25519.ts'
import { nodeSha256 } from './node-sha256.ts'
import {
  ORIGIN,
  otherEntries,
  sampleAnchor,
  sampleLog,
  sampleOpening,
  samplePolicy,
  sampleStatus,
} from './testing/sample-log.ts'
import { outcomes } from './testing/verifiable.ts'
import { type VerifyInput, verify } from './verify.ts'
import { addWalletSignature, entryTypedData } from './wallet.ts'

const HASH = new Uint8Array(32).fill(1)

/**
 * Builds a proof with every optional part: a wallet signature, a block of many transactions, a
 * fresh status.
 */
async function completeProof() {
  const wallet = Wallet.createRandom()
  const claims = [
    { name: 'issuer', value: 'A school' },
    { name: 'domain', value: 'school.example' },
  ]
  const fingerprint = HASH
  const plain = sampleOpening(fingerprint, claims)
  const { domain, types, message } = entryTypedData(plain, ORIGIN)
  const signature = await wallet.signTypedData(domain, { Entry: types.Entry }, message)
  const opening = addWalletSignature(plain, ORIGIN, { address: wallet.address, signature })
  const { snapshot: status, entry } = sampleStatus(2n, [])
  const log = sampleLog([entryBytes(opening), ...otherEntries(1), entry])
  const { chain, blockHash } = sampleAnchor(log, { txs: 20, txIndex: 7 })
  const { read, checkpoint, vkey: logKey } = log
  const whole = { read, opening, index: 0n, checkpoint, logKey, chain, status }
  const proofFile = await buildProof(whole)
  const blocks = { kind: 'trusted block hashes', hashes: [blockHash] } as const
  const policy = samplePolicy(logKey)
  // Uses Node's hash and signature check, which give the same results: the bytes are tried ten
  // thousand times.
  const fast = { sha256: nodeSha256, ed25519: nodeEd25519 }
  const input: VerifyInput = { fingerprint, proofFile, policy, blocks, ...fast }
  return { input, proofFile, address: wallet.address.toLowerCase() }
}

test('names the signing wallet, and the domain only if its records were given', async () => {
  const { input, address } = await completeProof()
  const found = await verify(input)
  const issuer = found.steps.find((step) => step.id === 'issuer')
  expect(issuer).toMatchObject({
    outcome: 'passed',
    values: { wallet: address, 'calls itself': 'A school' },
  })
  expect(outcomes(found)['domain']).toBe('not checked DOMAIN_NOT_LOOKED_UP')
  const records = ['v=spf1 -all', `inkproof-issuer=${address}`]
  expect(outcomes(await verify({ ...input, issuerRecords: records }))['domain']).toBe('passed OK')
  const unlisted = await verify({ ...input, issuerRecords: [] })
  expect(outcomes(unlisted)['domain']).toBe('failed WALLET_NOT_LISTED')
  expect(unlisted.exitCode).toBe(1)
})

test('a proof changed in any byte, or truncated anywhere, never passes', async () => {
  const { input, proofFile } = await completeProof()
  const whole = await verify(input)
  expect(whole.exitCode).toBe(0)
  expect(outcomes(whole)).toMatchObject({ issuer: 'passed OK', revocation: 'passed OK' })
  const bytes = new TextEncoder().encode(proofFile)
  const textOf = (some: Uint8Array) => new TextDecoder().decode(some)
  for (let i = 0; i < bytes.length; i++) {
    const changed = bytes.slice()
    changed[i] = (changed[i] as number) ^ (1 << (i % 7))
    const found = await verify({ ...input, proofFile: textOf(changed) })
    expect([i, found.exitCode]).not.toEqual([i, 0])
    const cut = await verify({ ...input, proofFile: textOf(bytes.slice(0, i)) })
    expect([i, cut.exitCode]).not.toEqual([i, 0])
  }
}, 240_000)
