import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { from0x, fromHex, to0x } from '@inkproof/proof/bytes'
import { ANCHORED_TOPIC } from '@inkproof/proof/chain'
import { nodeFromRpc } from '@inkproof/proof/chain-rpc'
import { encodeAnchor, encodeHeadOf, headHash } from '@inkproof/proof/log-anchor'
import { decodeLogAnchorError } from '@inkproof/proof/log-anchor-error'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startApi } from '../roles.ts'
import { createClient } from '../testing/client.ts'
import { type System, startSystem } from '../testing/system.ts'

let system: System

beforeAll(async () => {
  system = await startSystem()
})

afterAll(() => system.stop())

async function rpc(method: string, ...params: unknown[]): Promise<Record<string, unknown>> {
  const body = { jsonrpc: '2.0', id: 7, method, params }
  const response = await system.client.request('POST', '/chain', body)
  return (await response.json()) as Record<string, unknown>
}

function contract(): string {
  return system.installation.log.LOG_ANCHOR
}

test('forwards read-only calls about the record', async () => {
  expect(await rpc('eth_chainId')).toEqual({ jsonrpc: '2.0', id: 7, result: '0x7a69' })
  const head = { to: contract(), data: encodeHeadOf(system.installation.operator) }
  expect(await rpc('eth_call', head, 'latest')).toMatchObject({ result: `0x${'0'.repeat(64)}` })
  expect(await rpc('eth_getBlockByNumber', 'latest', true)).toHaveProperty('result.receiptsRoot')
  expect(String((await rpc('eth_getCode', contract()))['result']).length).toBeGreaterThan(100)
})

test('lets a verifier read the head at a block, and the anchors of the record', async () => {
  const token = await system.installation.signIn()
  const { index } = await system.client.certify(token)
  const { anchor } = await system.waitUntilAnchored(index)
  const node = nodeFromRpc(async (method, params) => (await rpc(method, ...params))['result'])
  const [block, operator] = [await node.latest(), system.installation.operator]
  const head = await node.call(from0x(contract()), encodeHeadOf(operator), block.hash)
  const state = { size: BigInt(anchor?.size ?? 0), root: fromHex(anchor?.root ?? '') }
  expect(head).toEqual(headHash(state.size, state.root))
  const source = { contract: from0x(contract()), operator: from0x(operator) }
  const states = await node.anchoredStates(source, { from: 0n, to: block.number })
  expect(states.at(-1)).toMatchObject(state)
})

test("returns the contract's error for a forged anchor", async () => {
  const token = await system.installation.signIn()
  const { index } = await system.client.certify(token)
  const { anchor } = await system.waitUntilAnchored(index)
  const forged = encodeAnchor({
    oldSize: BigInt(anchor?.size ?? 0),
    oldRoot: fromHex(anchor?.root ?? ''),
    newSize: BigInt(anchor?.size ?? 0) - 1n,
    newRoot: fromHex('5a'.repeat(32)),
    proof: [],
  })
  const call = { to: contract(), from: system.installation.operator, data: forged }
  const { error } = (await rpc('eth_call', call, 'latest')) as { error: { data: string } }
  expect(decodeLogAnchorError(error.data)?.name).toBe('LogSizeMustGrow')
})

const ZERO = `0x${'0'.repeat(64)}`
const TOPICS = [to0x(ANCHORED_TOPIC), ZERO]

test.each<[string, () => [string, ...unknown[]]]>([
  ['a transaction', () => ['eth_sendRawTransaction', '0x00']],
  ['a method of the test node', () => ['anvil_setBalance', contract(), '0x1']],
  ['a trace', () => ['debug_traceTransaction', `0x${'0'.repeat(64)}`]],
  [
    'a call to another contract',
    () => ['eth_call', { to: `0x${'1'.repeat(40)}`, data: '0x' }, 'latest'],
  ],
  ['a call that creates a contract', () => ['eth_call', { data: '0x' }, 'latest']],
  ['a call with value', () => ['eth_call', { to: contract(), data: '0x', value: '0x1' }, 'latest']],
  ['a state override', () => ['eth_call', { to: contract(), data: '0x' }, 'latest', {}]],
  ['code of another address', () => ['eth_getCode', `0x${'1'.repeat(40)}`, 'latest']],
  [
    'events of another contract',
    () => [
      'eth_getLogs',
      { address: `0x${'1'.repeat(40)}`, topics: TOPICS, fromBlock: '0x0', toBlock: '0x1' },
    ],
  ],
  [
    'other events',
    () => [
      'eth_getLogs',
      { address: contract(), topics: [ZERO, ZERO], fromBlock: '0x0', toBlock: '0x1' },
    ],
  ],
  [
    'events of any operator',
    () => [
      'eth_getLogs',
      { address: contract(), topics: [TOPICS[0], []], fromBlock: '0x0', toBlock: '0x1' },
    ],
  ],
  [
    'events without a range of blocks',
    () => ['eth_getLogs', { address: contract(), topics: TOPICS }],
  ],
  [
    'a block hash with other fields',
    () => ['eth_call', { to: contract(), data: '0x' }, { blockHash: ZERO, requireCanonical: true }],
  ],
  ['the pending block', () => ['eth_getBlockByNumber', 'pending', false]],
  [
    'too much call data',
    () => ['eth_call', { to: contract(), data: `0x${'00'.repeat(9_000)}` }, 'latest'],
  ],
])('refuses %s', async (_name, call) => {
  expect(await rpc(...call())).toMatchObject({ status: 403, code: 'CHAIN_METHOD_REFUSED' })
})

test('responds with 503 within 2.5 s while the node hangs', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const CHAIN_URL = `http://127.0.0.1:${port}`
  const api = await startApi({ ...system.installation.api, CHAIN_URL })
  await api.ready
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_chainId' }
  const startedAt = performance.now()
  const response = await createClient(api.port).request('POST', '/chain', call)
  expect([response.status, performance.now() - startedAt < 2_500]).toEqual([503, true])
  await api.stop()
  silent.close()
})

test('refuses a batch of calls', async () => {
  const response = await system.client.request('POST', '/chain', [
    { jsonrpc: '2.0', id: 1, method: 'eth_chainId' },
  ])
  expect(response.status).toBe(400)
})
