/** Contract wallets (ERC-1271): the contract itself says whether it signed. */
import { AppError } from '@inkproof/service-kit/app-error'
import { Interface } from 'ethers'
import { type AskNode, NodeRefusal, openNode } from './chain-node.ts'

/** Whether the contract at an address takes a signature of a hash. False where there is no contract. */
export type AskContract = (address: string, hash: string, signature: string) => Promise<boolean>

const ERC1271 = new Interface(['function isValidSignature(bytes32,bytes) view returns (bytes4)'])
/** ERC-1271: the selector of the function, padded to a word. */
const MAGIC = `0x1626ba7e${'00'.repeat(28)}`
/** Enough for several signers or a passkey checked in Solidity, and an end to a contract that has none. */
const GAS = '0x989680'

/** Asks the node at `url`, which has to be of the installation's chain: elsewhere an address is another wallet. */
export function contractWallets(url: string, chainId: number): AskContract {
  return async (address, hash, signature) => {
    const ask = openNode(url)
    const [id, code] = await Promise.all([
      ask('eth_chainId', []),
      ask('eth_getCode', [address, 'latest']),
    ]).catch(asUnavailable)
    if (Number(id) !== chainId) throw new AppError('UNAVAILABLE')
    if (code === '0x') return false
    const data = ERC1271.encodeFunctionData('isValidSignature', [hash, signature])
    return says(ask, { to: address, data, gas: GAS })
  }
}

async function says(ask: AskNode, call: object): Promise<boolean> {
  try {
    return (await ask('eth_call', [call, 'latest'])) === MAGIC
  } catch (error) {
    // Many wallets refuse by reverting.
    if (error instanceof NodeRefusal) return false
    throw error
  }
}

function asUnavailable(cause: unknown): never {
  if (cause instanceof AppError) throw cause
  throw new AppError('UNAVAILABLE', {}, { cause })
}
