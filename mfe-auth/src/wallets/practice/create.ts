import { Wallet } from 'ethers'
import { fundPracticeWallet } from '../wallets.api.ts'
import { keepKey, readKey } from './keep.ts'
import { markPractice, PRACTICE_UUID } from './mark.ts'

/**
 * Makes this browser's practice wallet, or takes the one it has, has it funded, and announces it to the
 * page. Answers the id it is announced by.
 */
export async function createPracticeWallet(): Promise<string> {
  const key = (await readKey()) ?? Wallet.createRandom().privateKey
  const { address } = new Wallet(key)
  await fundPracticeWallet(address)
  await keepKey(key)
  markPractice(address)
  // The announcer of this slice answers, as to any page that asks.
  dispatchEvent(new Event('eip6963:requestProvider'))
  return PRACTICE_UUID
}
