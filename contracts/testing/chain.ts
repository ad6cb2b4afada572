/** What this folder's tests share: the chain that the test run started, and fresh operators on it. */
import { type HDNodeWallet, isError, JsonRpcProvider, parseEther, toQuantity, Wallet } from 'ethers'
import { ensureDeployed } from '../deploy.ts'
import { connectLogAnchor, type LogAnchor } from '../generated/log-anchor.ts'

/** The contract as one operator sees it. */
export type Operator = {
  readonly address: string
  readonly provider: JsonRpcProvider
  readonly log: LogAnchor
}

/** A refusal by the contract: the custom error's name and values. */
export type Refusal = { readonly name: string; readonly values: readonly unknown[] }

/** The shared chain of the test run; answers are never remembered, each test moves the chain. */
export function testChain(url = process.env['INKPROOF_TEST_CHAIN_URL']): JsonRpcProvider {
  if (!url) throw new Error('INKPROOF_TEST_CHAIN_URL is not set; run these tests by `npm test`')
  return new JsonRpcProvider(url, 31337, {
    staticNetwork: true,
    pollingInterval: 10,
    cacheTimeout: -1,
    // Alone, a call goes out at once; to be batched it would wait 10 ms for others.
    batchMaxCount: 1,
  })
}

/** A new account with money for gas. */
export async function fundedWallet(provider: JsonRpcProvider): Promise<HDNodeWallet> {
  const wallet = Wallet.createRandom(provider)
  await provider.send('anvil_setBalance', [wallet.address, toQuantity(parseEther('10'))])
  return wallet
}

/** A new operator, whose log is empty, on the deployed contract. */
export async function freshOperator(provider: JsonRpcProvider): Promise<Operator> {
  const wallet = await fundedWallet(provider)
  const { address } = await ensureDeployed(provider, wallet)
  return { address: wallet.address, provider, log: connectLogAnchor(address, wallet) }
}

/** The refusal a call ends in. Throws when it is accepted, or fails in any other way. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  try {
    await call
  } catch (error) {
    if (!isError(error, 'CALL_EXCEPTION') || !error.revert) throw error
    return { name: error.revert.name, values: [...error.revert.args] }
  }
  throw new Error('expected a refusal, and the contract accepted')
}
