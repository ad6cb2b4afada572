import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Certificate } from '@inkproof/protocol/certificates'
import type { AnchorHead, Heads } from '@inkproof/protocol/log'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { Transaction, Wallet } from 'ethers'
import { startChain, type TestChain } from '../testing/chain.ts'
import { until } from '../testing/client.ts'
import { type System, startSystem } from '../testing/system.ts'

let chain: TestChain
let system: System
let token: string

beforeEach(async () => {
  chain = await startChain()
  system = await startSystem({ CHAIN_URL: chain.url, ANCHOR_MS: '1000' })
  token = await system.installation.signIn()
})

afterEach(async () => {
  await system.stop()
  await chain.stop()
})

/** Runs a verifier on the current proof file and returns its verdict. */
async function getCurrentVerdict({ id, fingerprint }: Certificate) {
  const path = `/certificates/${id}/proof`
  const text = await (await system.client.request('GET', path, undefined, token)).text()
  return (await system.verifyProof(fingerprint, text)).verdict
}

function waitForHeads(matches: (heads: Heads) => boolean): Promise<Heads> {
  return until(system.client.heads, matches)
}

/** Creates a final anchor, and a newer one that receives no further confirmations. */
async function createFinalAndNewerAnchor() {
  const first = await system.client.certify(token)
  const { settled } = await system.waitUntilAnchored(first.index)
  system.pauseConfirmations()
  const second = await system.client.certify(token)
  const heads = await waitForHeads(({ anchor }) => (anchor?.size ?? 0) > second.index)
  return { first, second, settled, heads }
}

test('a final anchor stays final while a newer anchor is being confirmed', async () => {
  const { first, second, settled, heads } = await createFinalAndNewerAnchor()
  expect(heads.anchor?.confirmations).toBe(1)
  expect(heads.settled).toMatchObject({ size: settled?.size, txHash: settled?.txHash })
  expect(heads.settled?.confirmations).toBeGreaterThan(settled?.confirmations ?? 0)
  expect((await getCurrentVerdict(first)).code).toBe('verified')
  await system.stopLog()
  await system.startLog()
  expect((await system.client.heads()).settled).toEqual(heads.settled)
  system.resumeConfirmations()
  await system.waitUntilAnchored(second.index)
})

test('a proof saved before its anchor is final reports that it is not yet on the blockchain', async () => {
  const { second } = await createFinalAndNewerAnchor()
  expect((await getCurrentVerdict(second)).code).toBe('not-anchored')
  system.resumeConfirmations()
  await system.waitUntilAnchored(second.index)
  expect((await getCurrentVerdict(second)).code).toBe('verified')
})

test('an anchor moved to another block by a reorganization is not final until that block is', async () => {
  const certificate = await system.client.certify(token)
  const { index } = certificate
  const { settled } = await system.waitUntilAnchored(index)
  expect((await getCurrentVerdict(certificate)).code).toBe('verified')
  await system.stopLog()
  system.pauseConfirmations()
  const raw = await chain.rpc('eth_getRawTransactionByHash', settled?.txHash)
  await chain.rpc('anvil_reorg', 3, [])
  await chain.rpc('eth_sendRawTransaction', raw)
  await system.startLog()
  const heads = await waitForHeads(({ anchor }) => anchor?.blockHash !== settled?.blockHash)
  expect([heads.anchor?.txHash, heads.settled]).toEqual([settled?.txHash, null])
  system.resumeConfirmations()
  await system.waitUntilAnchored(index)
  const { size, blockHash } = heads.anchor as AnchorHead
  for (const name of [size, 'latest']) {
    const file = await readFile(join(system.installation.log.LOG_DIR, `anchor/${name}`), 'utf8')
    expect(JSON.parse(file)).toMatchObject({ size, blockHash })
  }
  expect((await getCurrentVerdict(certificate)).code).toBe('verified')
})

/** Creates two final anchors, stops the log, and removes both from the chain. */
async function removeTwoAnchors() {
  const first = await system.client.certify(token)
  const earlier = (await system.waitUntilAnchored(first.index)).settled as AnchorHead
  const second = await system.client.certify(token)
  const newest = (await system.waitUntilAnchored(second.index)).settled as AnchorHead
  await system.stopLog()
  system.pauseConfirmations()
  const rawOf = ({ txHash }: AnchorHead) =>
    chain.rpc('eth_getRawTransactionByHash', txHash) as Promise<string>
  const raws = { earlier: await rawOf(earlier), newest: await rawOf(newest) }
  const latest = Number(await chain.rpc('eth_blockNumber'))
  await chain.rpc('anvil_reorg', latest - earlier.blockNumber + 1, [])
  return { first, earlier, newest, raws }
}

/** Sends transactions, starts the log, and waits until its newest anchor is final in another block. */
async function sendAndStart(transactions: string[], newest: AnchorHead) {
  for (const raw of transactions) await chain.rpc('eth_sendRawTransaction', raw)
  system.resumeConfirmations()
  await system.startLog()
  await waitForHeads(({ settled }) => settled !== null && settled.blockHash !== newest.blockHash)
}

/** Expects that the file of an anchor names this transaction and the block that now contains it. */
async function expectFile(size: number, txHash: unknown) {
  const receipt = await chain.rpc('eth_getTransactionReceipt', txHash)
  const { blockHash } = receipt as { blockHash: string }
  const file = await readFile(join(system.installation.log.LOG_DIR, `anchor/${size}`), 'utf8')
  expect(JSON.parse(file)).toMatchObject({ size, txHash, blockHash })
}

test('after a reorganization, the files of earlier anchors name their new blocks too', async () => {
  const { first, earlier, newest, raws } = await removeTwoAnchors()
  await sendAndStart([raws.earlier, raws.newest], newest)
  for (const { size, txHash } of [earlier, newest]) await expectFile(size, txHash)
  expect((await getCurrentVerdict(first)).code).toBe('verified')
})

test('after a reorganization, the file of an earlier anchor names the transaction that replaced its own', async () => {
  const { first, earlier, newest, raws } = await removeTwoAnchors()
  const tx = Transaction.from(raws.earlier)
  tx.maxFeePerGas = (tx.maxFeePerGas ?? 0n) * 2n
  tx.maxPriorityFeePerGas = (tx.maxPriorityFeePerGas ?? 0n) * 2n
  const { signingKey } = new Wallet(system.installation.log.ANCHOR_KEY)
  tx.signature = signingKey.sign(tx.unsignedHash)
  await sendAndStart([tx.serialized, raws.newest], newest)
  expect(tx.hash).not.toBe(earlier.txHash)
  await expectFile(earlier.size, tx.hash)
  expect((await getCurrentVerdict(first)).code).toBe('verified')
})

test('the next anchor is created only after the previous one is final and published', async () => {
  system.pauseConfirmations()
  const first = await system.client.certify(token)
  const { anchor } = await waitForHeads((heads) => (heads.anchor?.size ?? 0) > first.index)
  const second = await system.client.certify(token)
  const startedAt = performance.now()
  // Three times the maximum time between an entry and its anchor (ANCHOR_MS).
  await until(
    async () => performance.now() - startedAt,
    (ms) => ms > 3_000,
  )
  expect((await system.client.heads()).anchor?.size).toBe(anchor?.size)
  system.resumeConfirmations()
  await system.waitUntilAnchored(second.index)
  const covering = await system.client.request('GET', `/anchors?covering=${first.index}`)
  expect(await covering.json()).toMatchObject({ anchor: { blockHash: anchor?.blockHash } })
})
