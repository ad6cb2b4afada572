/** Contract wallets (ERC-1271): the contract itself decides whether a signature is valid. */
import { AppError } from '@inkproof/service-kit/app-error'
import { Interface } from 'ethers'
import { type CallNode, createNodeClient, NodeError } from './chain-node.ts'

/** Whether the contract at an address accepts a signature of a hash. False if there is no contract. */
export type VerifyByContract = (
  address: string,
  hash: string,
  signature: string,
) => Promise<boolean>

const ERC1271 = new Interface(['function isValidSignature(bytes32,bytes) view returns (bytes4)'])
/** ERC-1271: the return value for a valid signature, which is the function's selector padded to 32 bytes. */
const MAGIC_VALUE = `0x1626ba7e${'00'.repeat(28)}`
/** 10 million gas: enough for several signers or a passkey verified in Solidity, but stops an infinite loop. */
const MAX_GAS = '0x989680'

/**
 * Creates a verifier that calls contracts through the node at `url`. The verifier throws AppError UNAVAILABLE if the
 * node does not respond or belongs to a chain other than `chainId`, where the same address may be a different wallet.
 */
export function createContractVerifier(url: string, chainId: number): VerifyByContract {
  return async (address, hash, signature) => {
    const callNode = createNodeClient(url)
    const [id, code] = await Promise.all([
      callNode('eth_chainId', []),
      callNode('eth_getCode', [address, 'latest']),
    ]).catch(throwUnavailable)
    if (Number(id) !== chainId) throw new AppError('UNAVAILABLE')
    if (code === '0x') return false
    const data = ERC1271.encodeFunctionData('isValidSignature', [hash, signature])
    return isAccepted(callNode, { to: address, data, gas: MAX_GAS })
  }
}

async function isAccepted(callNode: CallNode, call: object): Promise<boolean> {
  try {
    return (await callNode('eth_call', [call, 'latest'])) === MAGIC_VALUE
  } catch (error) {
    // Many wallets revert to reject a signature.
    if (error instanceof NodeError) return false
    throw error
  }
}

function throwUnavailable(cause: unknown): never {
  if (cause instanceof AppError) throw cause
  throw new AppError('UNAVAILABLE', {}, { cause })
}
