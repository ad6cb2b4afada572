/** The account that sends the anchors. */
import { Wallet } from 'ethers'

/** Returns the address of a private key, in lower case. */
export function getOperatorAddress(anchorKey: string): string {
  return new Wallet(anchorKey).address.toLowerCase()
}
