import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { encodeWord } from './abi.ts'
import { from0x, to0x, toHex } from './bytes.ts'
import { ANCHORED_TOPIC, verifyChainProof } from './chain.ts'
import { chainProofFromRpc, nodeFromRpc, type Rpc } from './chain-rpc.ts'
import { startAnvil } from './testing/anvil.ts'

let anvil: Awaited<ReturnType<typeof startAnvil>>
beforeAll(async () => {
  anvil = await startAnvil({ args: ['--hardfork', 'prague'] })
})
afterAll(() => anvil.stop())

/**
 * A contract that emits Anchored(caller, call data), as LogAnchor does after its checks:
 * CALLDATACOPY(0, 0, size); LOG2(0, size, topic, CALLER).
 */
const RUNTIME = `365f5f3733 7f${toHex(ANCHORED_TOPIC)} 365fa200`.replaceAll(' ', '')
const CREATION = `0x60${(RUNTIME.length / 2).toString(16)}600a5f3960${(RUNTIME.length / 2).toString(16)}5ff3${RUNTIME}`

const STATE = { size: 77n, root: new Uint8Array(32).fill(6) }

async function setup(transfers = 0) {
  const [from = ''] = (await anvil.rpc('eth_accounts', [])) as string[]
  const { contractAddress: to } = await waitForReceipt(await send({ from, data: CREATION }))
  const data = `0x${toHex(encodeWord(STATE.size))}${toHex(STATE.root)}`
  await anvil.rpc('evm_setAutomine', [false])
  const gasPrice = '0xba43b7400'
  for (let i = 0; i < transfers; i++) {
    await send({ from, to: from, gasPrice, gas: '0x5208' })
  }
  const txHash = await send({ from, to, data, gas: '0x186a0' })
  await anvil.rpc('evm_mine', [])
  await anvil.rpc('evm_setAutomine', [true])
  await waitForReceipt(txHash)
  return { txHash, contract: from0x(to), operator: from0x(from) }
}

/** Polls until there is a receipt: anvil may respond before it has mined the block. */
async function waitForReceipt(txHash: string): Promise<Receipt> {
  for (;;) {
    const receipt = await anvil.rpc('eth_getTransactionReceipt', [txHash])
    if (receipt) return receipt as Receipt
  }
}

type Receipt = { contractAddress: string; blockHash: string }

async function send(transaction: object): Promise<string> {
  return String(await anvil.rpc('eth_sendTransaction', [transaction]))
}

test.each([0, 1, 20])(
  'builds an anchor proof from a real node with %s other transactions in the block',
  async (transfers) => {
    const { txHash, contract, operator } = await setup(transfers)
    const anchor = await chainProofFromRpc(anvil.rpc, txHash)
    expect(anchor).toMatchObject({ size: STATE.size, root: STATE.root })
    expect(anchor.proof).toMatchObject({ chainId: 31337n, contract, operator })
    const block = verifyChainProof(anchor.proof, STATE)
    const receipt = await anvil.rpc('eth_getTransactionReceipt', [txHash])
    expect(to0x(block.hash)).toBe((receipt as { blockHash: string }).blockHash)
    const node = nodeFromRpc(anvil.rpc)
    expect(await node.chainId()).toBe(31337n)
    expect(await node.blockHash(block.number)).toEqual(block.hash)
    expect(await node.blockHash(block.number + 1000n)).toBeNull()
    expect(await node.block(block.number)).toEqual(block)
    expect(await node.block(block.number + 1000n)).toBeNull()
    expect((await node.latest()).number).toBeGreaterThanOrEqual(block.number)
    expect((await node.finalized())?.number).toBeLessThanOrEqual((await node.latest()).number)
    const range = { from: block.number, to: block.number }
    expect(await node.anchoredStates({ contract, operator }, range)).toEqual([
      { ...STATE, blockNumber: block.number },
    ])
    const other = { contract, operator: new Uint8Array(20) }
    expect(await node.anchoredStates(other, range)).toEqual([])
  },
)

test('calls a contract in the state after a block, identified by its hash', async () => {
  const [from = ''] = (await anvil.rpc('eth_accounts', [])) as string[]
  // Returns the number of the block in which it runs: NUMBER; PUSH0 MSTORE; RETURN 32 bytes.
  const creation = '0x67435f5260205ff3005f5260086018f3'
  const { contractAddress } = await waitForReceipt(await send({ from, data: creation }))
  const node = nodeFromRpc(anvil.rpc)
  const before = await node.latest()
  await anvil.rpc('evm_mine', [])
  const contract = from0x(contractAddress)
  expect(to0x(await node.call(contract, '0x', before.hash))).toBe(to0x(encodeWord(before.number)))
  await expect(node.call(contract, '0x', new Uint8Array(32))).rejects.toThrow()
})

test('fetches each receipt separately from a node without eth_getBlockReceipts', async () => {
  const { txHash } = await setup(3)
  const limitedNode: Rpc = (method, params) =>
    method === 'eth_getBlockReceipts'
      ? Promise.reject(new Error('method not found'))
      : anvil.rpc(method, params)
  const expected = await chainProofFromRpc(anvil.rpc, txHash)
  expect(await chainProofFromRpc(limitedNode, txHash)).toEqual(expected)
})

test.each([
  ['timestamp', '0x1'],
  ['stateRoot', `0x${'00'.repeat(32)}`],
  ['gasUsed', '0x1'],
])('detects a node that reports a false %s of a block', async (field, value) => {
  const { txHash } = await setup()
  const dishonestNode: Rpc = async (method, params) => {
    const result = await anvil.rpc(method, params)
    return method === 'eth_getBlockByHash' ? { ...(result as object), [field]: value } : result
  }
  await expect(chainProofFromRpc(dishonestNode, txHash)).rejects.toMatchObject({
    code: 'BAD_NODE_ANSWER',
  })
})

test('detects a node that reports a false receipt', async () => {
  const { txHash } = await setup(1)
  const dishonestNode: Rpc = async (method, params) => {
    const result = await anvil.rpc(method, params)
    if (method !== 'eth_getBlockReceipts') return result
    return (result as object[]).map((receipt) => ({ ...receipt, cumulativeGasUsed: '0x1' }))
  }
  await expect(chainProofFromRpc(dishonestNode, txHash)).rejects.toMatchObject({
    code: 'BAD_NODE_ANSWER',
  })
})

test('reports a transaction that does not exist or that anchored nothing', async () => {
  const [from = ''] = (await anvil.rpc('eth_accounts', [])) as string[]
  await expect(chainProofFromRpc(anvil.rpc, `0x${'ab'.repeat(32)}`)).rejects.toMatchObject({
    code: 'TX_NOT_FOUND',
  })
  const txHash = await send({ from, to: from })
  await waitForReceipt(txHash)
  await expect(chainProofFromRpc(anvil.rpc, txHash)).rejects.toMatchObject({
    code: 'NO_ANCHOR_EVENT',
  })
  const anchored = await setup()
  const expected = { contract: anchored.contract, operator: new Uint8Array(20) }
  await expect(chainProofFromRpc(anvil.rpc, anchored.txHash, expected)).rejects.toMatchObject({
    code: 'NO_ANCHOR_EVENT',
  })
})
