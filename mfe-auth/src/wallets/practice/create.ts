import { Wallet } from 'ethers'
import { fundPracticeWallet } from '../wallets.api.ts'
import { announce, markPractice, PRACTICE_UUID } from './announce.ts'
import { keepKey, readKey } from './keep.ts'

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
  announce()
  return PRACTICE_UUID
}
