/**
 * Deploys LogAnchor to chains where it is missing: one address everywhere, derived from its code.
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

/** The transactions that a deployment sent; empty when everything was deployed already. */
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
    const sent = await signer.sendTransaction({ to: DEPLOYER, data })
    await waitUntilMined(provider, sent.hash)
    await requireCode(provider, logAnchorAddress, logAnchorRuntimeCode)
    return [sent.hash]
  } catch (error) {
    // Two processes may deploy concurrently; the chain accepts one transaction, and either one will
    // do.
    if (await hasCode(provider, logAnchorAddress, logAnchorRuntimeCode)) return []
    throw error
  }
}

async function installDeployer(provider: JsonRpcApiProvider, signer: Signer): Promise<string[]> {
  const txHashes: string[] = []
  const balanceWei = await provider.getBalance(DEPLOYER_CREATOR)
  if (balanceWei < DEPLOYER_COST_WEI) {
    const value = DEPLOYER_COST_WEI - balanceWei
    const funded = await signer.sendTransaction({ to: DEPLOYER_CREATOR, value })
    await waitUntilMined(provider, funded.hash)
    txHashes.push(funded.hash)
  }
  const sent = await provider.broadcastTransaction(DEPLOYER_TRANSACTION)
  await waitUntilMined(provider, sent.hash)
  await requireCode(provider, DEPLOYER, DEPLOYER_CODE)
  return [...txHashes, sent.hash]
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
 * Checks whether `code` is deployed at the address; throws when other code is. Uses `send`, because
 * `getCode` caches its answer briefly, which would hide the deployment.
 */
async function hasCode(
  provider: JsonRpcApiProvider,
  address: string,
  code: string,
): Promise<boolean> {
  const found = (await provider.send('eth_getCode', [address, 'latest'])) as string
  if (found === '0x') return false
  if (found === code) return true
  throw new Error(
    `Unexpected code at ${address} (keccak ${keccak256(found)}, ` +
      `expected ${keccak256(code)}); this chain cannot be used.`,
  )
}
