import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { waitFor } from '../process/wait.ts'
import { callChain as call, setupChain } from '../testing/chain.ts'
import { chain } from './chain.ts'
import { finalizeBlocks } from './finalize-blocks.ts'

const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
})

test('restores its blocks when restarted', async () => {
  const { start } = await setupChain(cleanups)
  const first = await start()
  await call(first.url, 'anvil_mine', ['0x7'])
  await first.process.stop()
  const second = await start()
  expect(await call(second.url, 'eth_blockNumber', [])).toBe('0x7')
})

test('restores the last readable state after being killed while saving', async () => {
  const { start, folder } = await setupChain(cleanups)
  const first = await start()
  await call(first.url, 'anvil_mine', ['0x7'])
  await first.process.stop()
  const second = await start()
  await second.process.stop()
  const state = join(folder, 'chain/state.json')
  writeFileSync(state, readFileSync(state, 'utf8').slice(0, 100))
  const third = await start()
  expect(await call(third.url, 'eth_blockNumber', [])).toBe('0x7')
})

test('mines two blocks after a block with a transaction, and no more', async () => {
  const { start } = await setupChain(cleanups)
  const { url } = await start()
  cleanups.push(finalizeBlocks(url))
  const [from] = (await call(url, 'eth_accounts', [])) as string[]
  await call(url, 'eth_sendTransaction', [{ from, to: from, value: '0x1' }])
  const height = async () => Number(await call(url, 'eth_blockNumber', []))
  await waitFor(async () => (await height()) === 3, { timeoutMs: 5000, what: 'the third block' })
  const final = (await call(url, 'eth_getBlockByNumber', ['finalized', false])) as {
    number: string
  }
  expect(Number(final.number)).toBeGreaterThanOrEqual(1)
  expect(await height()).toBe(3)
})

test('mines empty blocks when the newest one is hours old, so that the final one is recent', async () => {
  const { start } = await setupChain(cleanups)
  const { url } = await start()
  const sevenHoursS = 7 * 3_600
  await call(url, 'evm_increaseTime', [sevenHoursS])
  const now = () => Date.now() + sevenHoursS * 1_000
  cleanups.push(finalizeBlocks(url, now))
  const height = async () => Number(await call(url, 'eth_blockNumber', []))
  await waitFor(async () => (await height()) >= 3, { timeoutMs: 5000, what: 'three blocks' })
  const final = (await call(url, 'eth_getBlockByNumber', ['finalized', false])) as {
    timestamp: string
  }
  expect(now() / 1000 - Number(final.timestamp)).toBeLessThan(60)
  // A transaction is finalized in a later poll, in which nothing else is mined.
  const [from] = (await call(url, 'eth_accounts', [])) as string[]
  await call(url, 'eth_sendTransaction', [{ from, to: from, value: '0x1' }])
  await waitFor(async () => (await height()) >= 6, { timeoutMs: 5000, what: 'the sixth block' })
  expect(await height()).toBe(6)
})

test('knows the state as of its newest final block again after a restart', async () => {
  const { start } = await setupChain(cleanups)
  const first = await start()
  await call(first.url, 'anvil_mine', ['0x7'])
  await first.process.stop()
  const { url } = await start()
  const isKnown = async () => {
    const { hash } = (await call(url, 'eth_getBlockByNumber', ['finalized', false])) as {
      hash: string
    }
    const [address] = (await call(url, 'eth_accounts', [])) as string[]
    return (await call(url, 'eth_getBalance', [address, { blockHash: hash }])) !== undefined
  }
  expect(await isKnown()).toBe(false)
  cleanups.push(finalizeBlocks(url))
  await waitFor(isKnown, { timeoutMs: 5000, what: 'the state of the final block' })
  expect(await call(url, 'eth_blockNumber', [])).toBe('0xa')
})

test('starts no chain if CHAIN_URL is set', async () => {
  const { context } = await setupChain(cleanups)
  const env = { ...context.env, CHAIN_URL: 'https://key@node.example/secret' }
  const prepared = await chain.prepare({ ...context, env })
  expect(prepared.launch).toBeUndefined()
  expect(prepared.from).toBe('CHAIN_URL, at node.example')
})
