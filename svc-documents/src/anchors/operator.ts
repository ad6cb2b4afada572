/** The account that anchors. */
import { Wallet } from 'ethers'

/** Address of the account that a private key belongs to, lower case. */
export function operatorOf(anchorKey: string): string {
  return new Wallet(anchorKey).address.toLowerCase()
}
