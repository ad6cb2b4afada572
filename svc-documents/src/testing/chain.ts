/** A separate chain for tests that break it. */
import { httpRpc } from '@inkproof/proof/chain-rpc'
import { EMBEDDED_CHAIN_ID } from '@inkproof/proof/policy'
import { startAnvil } from '@inkproof/proof/testing/anvil'

export type TestChain = {
  url: string
  rpc: (method: string, ...params: unknown[]) => Promise<unknown>
  stop(): Promise<void>
}

/** Mines blocks on top of each block with a transaction, as the installation's own chain does. */
export function settleBlocks(url: string): { stop(): void } {
  const rpc = httpRpc(url)
  const look = async () => {
    const block = (await rpc('eth_getBlockByNumber', ['latest', false])) as Block | null
    if (block?.transactions.length) await rpc('anvil_mine', ['0x2'])
  }
  // A test may have stopped its chain; the next attempt finds it again.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS)
  return { stop: () => clearInterval(timer) }
}

type Block = { transactions: unknown[] }

const LOOK_MS = 100

/** Starts a chain with the chain ID of an installation's own chain by default, whose blocks become final fast. */
export async function startChain({
  port = 0,
  chainId = Number(EMBEDDED_CHAIN_ID),
} = {}): Promise<TestChain> {
  const args = ['--chain-id', `${chainId}`, '--slots-in-an-epoch', '1']
  const { rpc, ...chain } = await startAnvil({ port, args })
  return { ...chain, rpc: (method, ...params) => rpc(method, params) }
}
