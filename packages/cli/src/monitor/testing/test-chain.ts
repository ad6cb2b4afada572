/** A real chain with the real contract, on which any number of records can be anchored. */
import { logAnchorRuntimeCode } from '@inkproof/contracts/generated/log-anchor'
import { encodeWord } from '@inkproof/proof/abi'
import { concat, from0x, randomBytes, to0x, utf8 } from '@inkproof/proof/bytes'
import type { Rpc } from '@inkproof/proof/chain-rpc'
import { keccak256 } from '@inkproof/proof/keccak'
import { LOG_ANCHOR_ADDRESS } from '@inkproof/proof/log-anchor'
import { startAnvil } from '@inkproof/proof/testing/anvil'

export type TestChain = {
  url: string
  rpc: Rpc
  /** Creates a funded account and returns its address. */
  createOperator: () => Promise<string>
  /** Sends a call of the contract, waits until it is in a block, and returns the transaction's hash. */
  send: (from: string, data: string) => Promise<string>
  mine: (blocks: number) => Promise<void>
  stop: () => Promise<void>
}

export async function startTestChain(chainId = 31337): Promise<TestChain> {
  const args = ['--chain-id', `${chainId}`, '--slots-in-an-epoch', '1']
  const { rpc, url, stop } = await startAnvil({ args })
  await rpc('anvil_setCode', [LOG_ANCHOR_ADDRESS, logAnchorRuntimeCode])
  return {
    url,
    rpc,
    stop,
    createOperator: async () => {
      const address = to0x(randomBytes(20))
      await rpc('anvil_setBalance', [address, '0xde0b6b3a7640000'])
      await rpc('anvil_impersonateAccount', [address])
      return address
    },
    send: async (from, data) => {
      const transaction = { from, to: LOG_ANCHOR_ADDRESS, data, gas: '0x100000' }
      const hash = String(await rpc('eth_sendTransaction', [transaction]))
      const { status } = await waitForReceipt(rpc, hash)
      if (status !== '0x1') throw new Error('the contract rejected the transaction')
      return hash
    },
    mine: async (blocks) => void (await rpc('anvil_mine', [`0x${blocks.toString(16)}`])),
  }
}

export function encodeNameSuccessor(to: string): string {
  return encodeCall('nameSuccessor(address)', [from0x(to)])
}

export function encodeTakeOver(from: string, size: bigint, root: Uint8Array): string {
  return encodeCall('takeOver(address,uint64,bytes32)', [from0x(from), size, root])
}

function encodeCall(signature: string, values: (bigint | Uint8Array)[]): string {
  const selector = keccak256(utf8(signature)).subarray(0, 4)
  return to0x(concat(selector, ...values.map(encodeWord)))
}

async function waitForReceipt(rpc: Rpc, hash: string): Promise<{ status: string }> {
  for (;;) {
    const receipt = await rpc('eth_getTransactionReceipt', [hash])
    if (receipt) return receipt as { status: string }
  }
}
