/**
 * `npm run deploy`: waits for the chain, deploys LogAnchor if it is missing, prints one line of
 * JSON and exits with 0 or 1.
 */
import { retry } from 'es-toolkit/function'
import { FetchRequest, JsonRpcProvider, parseEther, toQuantity, Wallet } from 'ethers'
import { type Config, EMBEDDED_CHAIN_ID, readConfig } from './config.ts'
import { ensureDeployed } from './deploy.ts'

const RESPONSE_TIMEOUT_MS = 30_000
const POLL_INTERVAL_MS = 250
const REQUEST_TIMEOUT_MS = 10_000

async function run(config: Config): Promise<Record<string, unknown>> {
  const request = new FetchRequest(config.chainUrl)
  request.timeout = REQUEST_TIMEOUT_MS
  const provider = new JsonRpcProvider(request, config.chainId, {
    staticNetwork: true,
    pollingInterval: POLL_INTERVAL_MS,
  })
  const operator = new Wallet(config.anchorKey, provider)
  try {
    await requireChain(provider, config.chainId)
    const fundedWei = await fundOnEmbeddedChain(provider, config.chainId, operator.address)
    const deployment = await ensureDeployed(provider, operator)
    return {
      ...deployment,
      chainId: Number(config.chainId),
      operator: operator.address,
      fundedWei: fundedWei.toString(),
    }
  } finally {
    provider.destroy()
  }
}

/**
 * Waits until the node responds. Throws if the node is on a different chain, where deployment could cost real money.
 */
async function requireChain(provider: JsonRpcProvider, chainId: bigint): Promise<void> {
  const nodeChainId = BigInt(await waitForChainId(provider))
  if (nodeChainId === chainId) return
  throw new Error(
    `The node is on chain ${nodeChainId}, but CHAIN_ID is ${chainId}; correct one of them.`,
  )
}

async function waitForChainId(provider: JsonRpcProvider): Promise<string> {
  const deadlineMs = Date.now() + RESPONSE_TIMEOUT_MS
  try {
    return await retry(() => provider.send('eth_chainId', []), {
      delay: POLL_INTERVAL_MS,
      shouldRetry: () => Date.now() <= deadlineMs,
    })
  } catch (error) {
    const seconds = RESPONSE_TIMEOUT_MS / 1000
    throw new Error(`The node at CHAIN_URL did not respond within ${seconds} s.`, {
      cause: error,
    })
  }
}

/**
 * On the embedded chain, whose ether is worthless, sets the operator's balance to 10,000 ether unless
 * it is over 1 ether. Returns the new balance in wei; 0 if it was not changed.
 */
async function fundOnEmbeddedChain(
  provider: JsonRpcProvider,
  chainId: bigint,
  operator: string,
): Promise<bigint> {
  if (chainId !== EMBEDDED_CHAIN_ID) return 0n
  if ((await provider.getBalance(operator)) > parseEther('1')) return 0n
  const balanceWei = parseEther('10000')
  await provider.send('anvil_setBalance', [operator, toQuantity(balanceWei)])
  return balanceWei
}

try {
  console.log(JSON.stringify(await run(readConfig(process.env))))
} catch (error) {
  console.log(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }))
  process.exitCode = 1
}
