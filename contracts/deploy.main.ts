/**
 * `npm run deploy`: a process that waits for the chain, deploys LogAnchor where it is missing, prints
 * one line of JSON and ends, with 0 or 1.
 */
import { retry } from 'es-toolkit/function'
import { FetchRequest, JsonRpcProvider, parseEther, toQuantity, Wallet } from 'ethers'
import { type Config, EMBEDDED_CHAIN_ID, readConfig } from './config.ts'
import { ensureDeployed } from './deploy.ts'

const FIRST_ANSWER_MS = 30_000
const POLL_MS = 250
const REQUEST_MS = 10_000

async function run(config: Config): Promise<Record<string, unknown>> {
  const request = new FetchRequest(config.chainUrl)
  request.timeout = REQUEST_MS
  const provider = new JsonRpcProvider(request, config.chainId, {
    staticNetwork: true,
    pollingInterval: POLL_MS,
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

/** Waits until the node answers, and refuses one of another chain: it would take the money there. */
async function requireChain(provider: JsonRpcProvider, chainId: bigint): Promise<void> {
  const answered = BigInt(await firstAnswer(provider))
  if (answered === chainId) return
  throw new Error(
    `The node is of chain ${answered}, CHAIN_ID says ${chainId}; correct one of them.`,
  )
}

async function firstAnswer(provider: JsonRpcProvider): Promise<string> {
  const endMs = Date.now() + FIRST_ANSWER_MS
  try {
    return await retry(() => provider.send('eth_chainId', []), {
      delay: POLL_MS,
      shouldRetry: () => Date.now() <= endMs,
    })
  } catch (error) {
    const seconds = FIRST_ANSWER_MS / 1000
    throw new Error(`The chain's node does not answer at CHAIN_URL within ${seconds} s.`, {
      cause: error,
    })
  }
}

/** Test money for the operator of the embedded chain, where it has no worth; elsewhere nothing. */
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
