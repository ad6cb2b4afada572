/** Starts separate chains, for tests that disturb them. */
import { httpRpc } from '@inkproof/proof/chain-rpc'
import { EMBEDDED_CHAIN_ID } from '@inkproof/proof/policy'
import { startAnvil } from '@inkproof/proof/testing/anvil'

export type TestChain = {
  url: string
  rpc: (method: string, ...params: unknown[]) => Promise<unknown>
  stop(): Promise<void>
}

/** Keeps two blocks on top of each block with a transaction, as the embedded chain does, so that it is final. */
export function mineConfirmations(url: string): { stop(): void } {
  const rpc = httpRpc(url)
  const mineIfNeeded = async () => {
    const latest = (await rpc('eth_getBlockByNumber', ['latest', false])) as Block | null
    if (latest?.transactions.length) return rpc('anvil_mine', ['0x2'])
    const parent = (await rpc('eth_getBlockByHash', [latest?.parentHash, false])) as Block | null
    return parent?.transactions.length ? rpc('anvil_mine', ['0x1']) : undefined
  }
  // Errors are ignored, because a test may have stopped its chain temporarily.
  const timer = setInterval(() => void mineIfNeeded().catch(() => undefined), POLL_MS)
  return { stop: () => clearInterval(timer) }
}

type Block = { parentHash: string; transactions: unknown[] }

const POLL_MS = 100

/** Starts a chain whose blocks become final fast, by default with the chain ID of the embedded chain. */
export async function startChain({
  port = 0,
  chainId = Number(EMBEDDED_CHAIN_ID),
} = {}): Promise<TestChain> {
  const args = ['--chain-id', `${chainId}`, '--slots-in-an-epoch', '1']
  const { rpc, ...chain } = await startAnvil({ port, args })
  return { ...chain, rpc: (method, ...params) => rpc(method, params) }
}
