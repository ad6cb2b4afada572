import { createWalletMessage } from '@inkproof/protocol/calls/wallets'
import type { SignedMessage, WalletPurpose } from '@inkproof/protocol/wallets'
import { Wallet } from 'ethers'
import { newBrowser, type World } from './world.ts'

/** A wallet that nobody has used, in a browser of its own. */
export function newWallet({ make, origin }: World) {
  const wallet = Wallet.createRandom()
  const headers = newBrowser()
  const walletAddress = wallet.address
  return {
    address: walletAddress,
    headers,
    /** Requests a message for a purpose and signs it. */
    signed: async (purpose: WalletPurpose): Promise<SignedMessage> => {
      const body = { walletAddress, purpose, domain: new URL(origin).host }
      const { message } = await make(createWalletMessage, { headers, body })
      return { walletAddress, message, signature: await wallet.signMessage(message) }
    },
  }
}
