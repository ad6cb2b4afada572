import { Wallet } from 'ethers'
import { fundPracticeWallet } from '../wallets.api.ts'
import { readKey, storeKey } from './key-store.ts'
import { PRACTICE_UUID, setPracticeWalletFlag } from './practice-flag.ts'

/**
 * Creates this browser's practice wallet or reuses the existing one, funds it, and announces it to the page.
 * Returns the id under which it is announced.
 */
export async function createPracticeWallet(): Promise<string> {
  const key = (await readKey()) ?? Wallet.createRandom().privateKey
  const { address } = new Wallet(key)
  await fundPracticeWallet(address)
  await storeKey(key)
  setPracticeWalletFlag(address)
  // Makes announce.ts announce the new wallet.
  dispatchEvent(new Event('eip6963:requestProvider'))
  return PRACTICE_UUID
}
