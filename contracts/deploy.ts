/**
 * Deploys LogAnchor to chains where it is missing. Its address is derived from its code, and therefore
 * the same on every chain.
 */
import { concat, getCreate2Address, type JsonRpcApiProvider, keccak256, type Signer } from 'ethers'
import {
  DEPLOYER,
  DEPLOYER_CODE,
  DEPLOYER_COST_WEI,
  DEPLOYER_CREATOR,
  DEPLOYER_TRANSACTION,
  SALT,
} from './deployer.ts'
import { logAnchorCreationCode, logAnchorRuntimeCode } from './generated/log-anchor.ts'
import { waitUntilMined } from './mined.ts'

/** LogAnchor's address on every chain. */
export const logAnchorAddress = getCreate2Address(DEPLOYER, SALT, keccak256(logAnchorCreationCode))

/** The result of a deployment; `txHashes` is empty if everything was already deployed. */
export type Deployment = {
  readonly address: string
  readonly codeHash: string
  readonly txHashes: readonly string[]
}

/**
 * Ensures that LogAnchor is deployed at `logAnchorAddress`, deploying it (and the deployer) if
 * missing. Idempotent. The signer pays and receives no rights.
 *
 * Throws when either address has different code, when the chain rejects the deployer's transaction,
 * or when the signer cannot pay.
 */
export async function ensureDeployed(
  provider: JsonRpcApiProvider,
  signer: Signer,
): Promise<Deployment> {
  const txHashes: string[] = []
  if (!(await hasCode(provider, logAnchorAddress, logAnchorRuntimeCode))) {
    if (!(await hasCode(provider, DEPLOYER, DEPLOYER_CODE))) {
      txHashes.push(...(await installDeployer(provider, signer)))
    }
    txHashes.push(...(await deployContract(provider, signer)))
  }
  return { address: logAnchorAddress, codeHash: keccak256(logAnchorRuntimeCode), txHashes }
}

async function deployContract(provider: JsonRpcApiProvider, signer: Signer): Promise<string[]> {
  const data = concat([SALT, logAnchorCreationCode])
  try {
    const transaction = await signer.sendTransaction({ to: DEPLOYER, data })
    await waitUntilMined(provider, transaction.hash)
    await requireCode(provider, logAnchorAddress, logAnchorRuntimeCode)
    return [transaction.hash]
  } catch (error) {
    // If two processes deploy concurrently, the chain accepts only one of their transactions. Either
    // one deploys the contract.
    if (await hasCode(provider, logAnchorAddress, logAnchorRuntimeCode)) return []
    throw error
  }
}

async function installDeployer(provider: JsonRpcApiProvider, signer: Signer): Promise<string[]> {
  const txHashes: string[] = []
  const balanceWei = await provider.getBalance(DEPLOYER_CREATOR)
  if (balanceWei < DEPLOYER_COST_WEI) {
    const value = DEPLOYER_COST_WEI - balanceWei
    const fundingTransaction = await signer.sendTransaction({ to: DEPLOYER_CREATOR, value })
    await waitUntilMined(provider, fundingTransaction.hash)
    txHashes.push(fundingTransaction.hash)
  }
  const transaction = await provider.broadcastTransaction(DEPLOYER_TRANSACTION)
  await waitUntilMined(provider, transaction.hash)
  await requireCode(provider, DEPLOYER, DEPLOYER_CODE)
  return [...txHashes, transaction.hash]
}

async function requireCode(
  provider: JsonRpcApiProvider,
  address: string,
  code: string,
): Promise<void> {
  if (await hasCode(provider, address, code)) return
  throw new Error(`There is still no code at ${address} after the deployment; try again.`)
}

/**
 * Checks whether `code` is deployed at the address; throws if different code is. Uses `send`, because
 * `getCode` briefly caches its result, which would hide a deployment.
 */
async function hasCode(
  provider: JsonRpcApiProvider,
  address: string,
  code: string,
): Promise<boolean> {
  const deployedCode = (await provider.send('eth_getCode', [address, 'latest'])) as string
  if (deployedCode === '0x') return false
  if (deployedCode === code) return true
  throw new Error(
    `Unexpected code at ${address} (keccak ${keccak256(deployedCode)}, ` +
      `expected ${keccak256(code)}); this chain cannot be used.`,
  )
}
