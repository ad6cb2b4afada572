/** Contract wallets (ERC-1271): the contract itself decides whether it signed. */
import { AppError } from '@inkproof/service-kit/app-error'
import { Interface } from 'ethers'
import { type CallNode, NodeRefusal, openNode } from './chain-node.ts'

/** Whether the contract at an address accepts a signature of a hash. False if there is no contract. */
export type VerifyByContract = (
  address: string,
  hash: string,
  signature: string,
) => Promise<boolean>

const ERC1271 = new Interface(['function isValidSignature(bytes32,bytes) view returns (bytes4)'])
/** ERC-1271: the function's selector, padded to 32 bytes. */
const MAGIC = `0x1626ba7e${'00'.repeat(28)}`
/** Enough for several signers or a passkey verified in Solidity, and a limit for contracts that never return. */
const GAS = '0x989680'

/**
 * Calls the node at `url`, which must be of the installation's chain: on another chain, an address is another
 * wallet.
 */
export function contractWallets(url: string, chainId: number): VerifyByContract {
  return async (address, hash, signature) => {
    const ask = openNode(url)
    const [id, code] = await Promise.all([
      ask('eth_chainId', []),
      ask('eth_getCode', [address, 'latest']),
    ]).catch(asUnavailable)
    if (Number(id) !== chainId) throw new AppError('UNAVAILABLE')
    if (code === '0x') return false
    const data = ERC1271.encodeFunctionData('isValidSignature', [hash, signature])
    return requireResult(ask, { to: address, data, gas: GAS })
  }
}

async function requireResult(ask: CallNode, call: object): Promise<boolean> {
  try {
    return (await ask('eth_call', [call, 'latest'])) === MAGIC
  } catch (error) {
    // Many wallets revert to reject a signature.
    if (error instanceof NodeRefusal) return false
    throw error
  }
}

function asUnavailable(cause: unknown): never {
  if (cause instanceof AppError) throw cause
  throw new AppError('UNAVAILABLE', {}, { cause })
}
