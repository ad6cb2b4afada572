import { fromHex } from '@inkproof/proof/bytes'
import { encodeAnchor } from '@inkproof/proof/log-anchor'
import type { Certificate } from '@inkproof/protocol/certificates'
import type { AnchorProblem, Heads } from '@inkproof/protocol/log'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { JsonRpcProvider, Wallet } from 'ethers'
import { startChain, type TestChain } from '../testing/chain.ts'
import { until } from '../testing/client.ts'
import { prepareChain, toQuantity } from '../testing/installation.ts'
import { type System, startSystem } from '../testing/system.ts'
import { createNodeClient } from './node.ts'
import { readAnchorEvents } from './observe.ts'

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

const GWEI = 1_000_000_000n

function certify(): Promise<Certificate> {
  return system.client.certify(token)
}

async function waitForProblem(expected: AnchorProblem | null): Promise<Heads> {
  return until(system.client.heads, (heads) => heads.trouble === expected)
}

/**
 * Mines a block with this base fee. anvil discards the requested fee if it mines a confirmation block at the same
 * moment, so this retries until the latest block has the fee.
 */
async function mineWithBaseFee(wei: bigint): Promise<void> {
  const fee = toQuantity(wei)
  const mine = async () => {
    await chain.rpc('anvil_setNextBlockBaseFeePerGas', fee)
    await chain.rpc('anvil_mine', '0x1')
    return (await chain.rpc('eth_getBlockByNumber', 'latest', false)) as { baseFeePerGas: string }
  }
  await until(mine, ({ baseFeePerGas }) => baseFeePerGas === fee)
}

/** Returns the sizes anchored on the chain, oldest first. */
async function readAnchoredSizes(): Promise<number[]> {
  const { log, operator } = system.installation
  const target = { chainId: log.CHAIN_ID, contract: log.LOG_ANCHOR, operator }
  const events = await readAnchorEvents({ rpc: createNodeClient(chain.url), target })
  return events.map(({ data }) => Number(data.slice(0, 66)))
}

async function expectCertified(certificate: Certificate): Promise<void> {
  const path = `/certificates/${certificate.id}/proof`
  const proof = await (await system.client.request('GET', path, undefined, token)).text()
  const { verdict, steps } = await system.verifyProof(certificate.fingerprint, proof)
  // Should it not be verified, the check of the revocation usually says why.
  const revocation = steps.find(({ id }) => id === 'revocation')
  expect([verdict.code, revocation?.reason, revocation?.sentence]).toEqual(['verified', 'OK', null])
}

function connectOperatorWallet(): { wallet: Wallet; provider: JsonRpcProvider } {
  const provider = new JsonRpcProvider(chain.url, undefined, { staticNetwork: true })
  return { wallet: new Wallet(system.installation.log.ANCHOR_KEY, provider), provider }
}

test('two concurrent workers create one anchor per state', async () => {
  await system.startLog()
  let last = await certify()
  for (let i = 0; i < 12; i++) last = await certify()
  await system.waitUntilAnchored(last.index)
  const after = await certify()
  await system.waitUntilAnchored(after.index)
  const sizes = await readAnchoredSizes()
  expect(sizes).toEqual([...new Set(sizes)].toSorted((a, b) => a - b))
  await expectCertified(last)
})

test('status entries alone do not cause another anchor', async () => {
  const { index } = await certify()
  await system.waitUntilAnchored(index)
  const before = await readAnchoredSizes()
  const second = await certify()
  await system.waitUntilAnchored(second.index)
  // One anchor for one certificate, although each anchor adds a status entry to the log.
  expect((await readAnchoredSizes()).length).toBe(before.length + 1)
})

test('anchors removed by a reorganization are created again', async () => {
  const certificate = await certify()
  const { anchor } = await system.waitUntilAnchored(certificate.index)
  await chain.rpc('anvil_reorg', 3, [])
  expect(await readAnchoredSizes()).toEqual([])
  await until(system.client.heads, (heads) => heads.anchor?.blockHash !== anchor?.blockHash)
  await system.waitUntilAnchored(certificate.index)
  expect((await readAnchoredSizes()).length).toBe(1)
  await expectCertified(certificate)
})

test('continues after the chain was restored to an older state', async () => {
  const first = await certify()
  await system.waitUntilAnchored(first.index)
  const state = await chain.rpc('evm_snapshot')
  const second = await certify()
  await system.waitUntilAnchored(second.index)
  const sizes = await readAnchoredSizes()
  await chain.rpc('evm_revert', state)
  expect(await readAnchoredSizes()).toEqual(sizes.slice(0, -1))
  await until(readAnchoredSizes, (now) => now.length === sizes.length)
  expect(await readAnchoredSizes()).toEqual(sizes)
  await system.waitUntilAnchored(second.index)
  await expectCertified(second)
})

test('reports an operator without funds, and resumes anchoring once the operator is funded', async () => {
  await chain.rpc('anvil_setBalance', system.installation.operator, '0x0')
  const { index } = await certify()
  await waitForProblem('no-funds')
  await chain.rpc('anvil_setBalance', system.installation.operator, toQuantity(10n ** 18n))
  await system.waitUntilAnchored(index)
  await waitForProblem(null)
})

test('fees above the cap delay anchoring, and nothing is sent meanwhile', async () => {
  await mineWithBaseFee(1_000n * GWEI)
  const { index } = await certify()
  await waitForProblem('fee-above-cap')
  expect((await system.client.heads()).pending).toBe(null)
  await mineWithBaseFee(GWEI)
  await system.waitUntilAnchored(index)
})

test('a transaction priced out by a fee spike is replaced, resulting in a single anchor', async () => {
  await chain.rpc('evm_setAutomine', false)
  const certificate = await certify()
  const { pending } = await until(system.client.heads, (heads) => heads.pending !== null)
  await mineWithBaseFee(30n * GWEI)
  await until(system.client.heads, (heads) => heads.pending?.txHash !== pending?.txHash)
  await chain.rpc('evm_setAutomine', true)
  await chain.rpc('anvil_mine', '0x1')
  await system.waitUntilAnchored(certificate.index)
  expect((await readAnchoredSizes()).length).toBe(1)
  await expectCertified(certificate)
})

test('waits for an unreachable node while entries are still logged', async () => {
  const { port } = new URL(chain.url)
  await chain.stop()
  const { index } = await certify()
  await waitForProblem('node-unreachable')
  await until(system.client.heads, ({ checkpoint }) => (checkpoint?.size ?? 0) > index)
  chain = await startChain({ port: Number(port) })
  await prepareChain(chain.url, system.installation.operator)
  await system.waitUntilAnchored(index)
})

test('sends nothing to a node of another chain', async () => {
  const { port } = new URL(chain.url)
  await chain.stop()
  chain = await startChain({ port: Number(port), chainId: 1 })
  await certify()
  await waitForProblem('wrong-chain')
  const { operator } = system.installation
  expect(await chain.rpc('eth_getTransactionCount', operator, 'latest')).toBe('0x0')
})

test('a chain state that the log cannot reproduce stops signing but not certifying', async () => {
  const state = await chain.rpc('evm_snapshot')
  const first = await certify()
  await system.waitUntilAnchored(first.index)
  await system.stopLog()
  await chain.rpc('evm_revert', state)
  const { wallet, provider } = connectOperatorWallet()
  const unknownRoot = fromHex('5a'.repeat(32))
  const data = encodeAnchor({
    oldSize: 0n,
    oldRoot: new Uint8Array(32),
    newSize: 1n,
    newRoot: unknownRoot,
    proof: [],
  })
  const snapshot = await chain.rpc('evm_snapshot')
  await (await wallet.sendTransaction({ to: system.installation.log.LOG_ANCHOR, data })).wait()
  provider.destroy()
  const { checkpoint } = await system.client.heads()
  await system.startLog()
  await waitForProblem('head-unknown')
  const second = await certify()
  expect((await system.client.heads()).checkpoint).toEqual(checkpoint)
  await chain.rpc('evm_revert', snapshot)
  await system.waitUntilAnchored(second.index)
  await expectCertified(second)
})

test('a log that was handed over to a successor reports `key-closed`', async () => {
  const { LOG_ANCHOR } = system.installation.log
  const successor = Wallet.createRandom()
  await prepareChain(chain.url, successor.address)
  const { index } = await certify()
  const { anchor } = await system.waitUntilAnchored(index)
  await system.stopLog()
  const { wallet, provider } = connectOperatorWallet()
  const { connectLogAnchor } = await import('@inkproof/contracts/generated/log-anchor')
  await (await connectLogAnchor(LOG_ANCHOR, wallet).nameSuccessor(successor.address)).wait()
  const successorContract = connectLogAnchor(LOG_ANCHOR, successor.connect(provider))
  const head = [BigInt(anchor?.size ?? 0), `0x${anchor?.root}`] as const
  await (await successorContract.takeOver(wallet.address, ...head)).wait()
  provider.destroy()
  await system.startLog()
  await waitForProblem('key-closed')
})
