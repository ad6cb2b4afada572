import { createWalletMessage } from '@inkproof/protocol/calls/wallets'
import type { SignedMessage, WalletPurpose } from '@inkproof/protocol/wallets'
import { Wallet } from 'ethers'
import { newBrowser, type World } from './world.ts'

/** Creates an unused wallet in a separate browser. */
export function newWallet({ call, origin }: World) {
  const wallet = Wallet.createRandom()
  const headers = newBrowser()
  const walletAddress = wallet.address
  return {
    address: walletAddress,
    headers,
    /** Requests a message for a purpose and signs it. */
    sign: async (purpose: WalletPurpose): Promise<SignedMessage> => {
      const body = { walletAddress, purpose, domain: new URL(origin).host }
      const { message } = await call(createWalletMessage, { headers, body })
      return { walletAddress, message, signature: await wallet.signMessage(message) }
    },
  }
}
