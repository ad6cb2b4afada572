/**
 * Starts a separate chain for tests that would disturb others: without the deployer, or with blocks
 * mined on request.
 */
import { startAnvil } from '@inkproof/proof/testing/anvil'
import type { JsonRpcProvider } from 'ethers'
import { connectTestChain } from './chain.ts'

/** A running node; `stop` ends the process and resolves when it has exited. */
export type SeparateChain = {
  readonly url: string
  readonly provider: JsonRpcProvider
  readonly stop: () => Promise<void>
}

/** Starts a node with the options of {@link startAnvil} and waits until it listens. */
export async function startSeparateChain(
  options?: Parameters<typeof startAnvil>[0],
): Promise<SeparateChain> {
  const { url, stop } = await startAnvil(options)
  const provider = connectTestChain(url)
  return {
    url,
    provider,
    stop: async () => {
      provider.destroy()
      await stop()
    },
  }
}
