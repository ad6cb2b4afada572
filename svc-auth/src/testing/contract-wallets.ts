/** Deploys contract wallets (ERC-1271) to a test chain at any address. */
import { zeroPadValue } from 'ethers'
import { createNodeClient } from '../wallets/chain-node.ts'

/**
 * Bytecode compiled with solc 0.8 from
 *
 *     contract OwnedWallet {
 *       address owner;
 *       function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
 *         uint8 v = uint8(signature[64]);
 *         address signer = ecrecover(hash, v < 27 ? v + 27 : v, bytes32(signature[0:32]), bytes32(signature[32:64]));
 *         require(signer == owner);
 *         return 0x1626ba7e;
 *       }
 *     }
 */
const OWNED =
  '0x608060405234801561000f575f5ffd5b5060043610610029575f3560e01c80631626ba7e1461002d575b5f5ffd5b61004061003b36600461014c565b61005d565b6040516001600160e01b0319909116815260200160405180910390f35b5f5f83836040818110610072576100726101c1565b919091013560f81c91505f9050600186601b8410610090578361009b565b61009b84601b6101d5565b6100a860205f898b610200565b6100b191610227565b6100bf604060208a8c610200565b6100c891610227565b604080515f8152602081018083529590955260ff909316928401929092526060830152608082015260a0016020604051602081039080840390855afa158015610113573d5f5f3e3d5ffd5b5050604051601f1901515f549092506001600160a01b03808416911614905061013a575f5ffd5b50630b135d3f60e11b95945050505050565b5f5f5f6040848603121561015e575f5ffd5b8335925060208401356001600160401b0381111561017a575f5ffd5b8401601f8101861361018a575f5ffd5b80356001600160401b0381111561019f575f5ffd5b8660208284010111156101b0575f5ffd5b939660209190910195509293505050565b634e487b7160e01b5f52603260045260245ffd5b60ff81811683821601908111156101fa57634e487b7160e01b5f52601160045260245ffd5b92915050565b5f5f8585111561020e575f5ffd5b8386111561021a575f5ffd5b5050820193919092039150565b803560208310156101fa575f19602084900360031b1b169291505056'

/** Loops forever. */
export const INFINITE_LOOP = '0x5b600056'
/** Reverts every call. */
export const REVERTING = '0x60006000fd'
/** Returns a word of zeros. */
export const RETURNS_ZERO = '0x60206000f3'

/** Deploys code at an address. */
export async function deployCodeAt(chainUrl: string, address: string, code: string): Promise<void> {
  await createNodeClient(chainUrl)('anvil_setCode', [address, code])
}

/** Deploys a wallet that accepts its owner's signatures. */
export async function deployOwnedWallet(
  chainUrl: string,
  address: string,
  owner: string,
): Promise<void> {
  await deployCodeAt(chainUrl, address, OWNED)
  const slot = `0x${'00'.repeat(32)}`
  await createNodeClient(chainUrl)('anvil_setStorageAt', [address, slot, zeroPadValue(owner, 32)])
}
