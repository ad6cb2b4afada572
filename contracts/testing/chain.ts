/**
 * Test helpers: a connection to the chain that the test run started, and operators on it.
 */
import { type HDNodeWallet, isError, JsonRpcProvider, parseEther, toQuantity, Wallet } from 'ethers'
import { ensureDeployed } from '../deploy.ts'
import { connectLogAnchor, type LogAnchor } from '../generated/log-anchor.ts'

/** The contract connected to one operator's account. */
export type Operator = {
  readonly address: string
  readonly provider: JsonRpcProvider
  readonly log: LogAnchor
}

/** A custom error of the contract: its name and values. */
export type CustomError = { readonly name: string; readonly values: readonly unknown[] }

/**
 * Connects to the test run's shared chain; caching is disabled because each test changes the chain.
 */
export function connectTestChain(url = process.env['INKPROOF_TEST_CHAIN_URL']): JsonRpcProvider {
  if (!url) throw new Error('INKPROOF_TEST_CHAIN_URL is not set; run these tests with `npm test`')
  return new JsonRpcProvider(url, 31337, {
    staticNetwork: true,
    pollingInterval: 10,
    cacheTimeout: -1,
    // Sends each call immediately; batching would delay it by 10 ms.
    batchMaxCount: 1,
  })
}

/** Creates an account with enough ether for gas. */
export async function createFundedWallet(provider: JsonRpcProvider): Promise<HDNodeWallet> {
  const wallet = Wallet.createRandom(provider)
  await provider.send('anvil_setBalance', [wallet.address, toQuantity(parseEther('10'))])
  return wallet
}

/** Creates an operator with an empty log, connected to the deployed contract. */
export async function createOperator(provider: JsonRpcProvider): Promise<Operator> {
  const wallet = await createFundedWallet(provider)
  const { address } = await ensureDeployed(provider, wallet)
  return { address: wallet.address, provider, log: connectLogAnchor(address, wallet) }
}

/**
 * Returns the custom error that a call reverts with. Throws if it succeeds or fails in any other way.
 */
export async function expectCustomError(call: Promise<unknown>): Promise<CustomError> {
  try {
    await call
  } catch (error) {
    if (!isError(error, 'CALL_EXCEPTION') || !error.revert) throw error
    return { name: error.revert.name, values: [...error.revert.args] }
  }
  throw new Error('expected a custom error, but the contract accepted the call')
}
