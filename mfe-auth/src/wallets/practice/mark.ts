/** Whether this browser has a practice wallet, known without loading what signs. */

/** The same ones every time: there is only one such wallet in a browser. */
export const PRACTICE_UUID = '0b6f2f2e-6d4f-4c58-9d5e-3f8f3f6f7a10'
export const PRACTICE_RDNS = 'inkproof.practice-wallet'

/** Holds the address; the key itself is in the browser's database. */
const MARK = 'inkproof_practice_wallet'

export function hasPracticeWallet(): boolean {
  try {
    return localStorage.getItem(MARK) !== null
  } catch {
    return false
  }
}

/** Remembers, for every page of this browser, that it has one; null forgets it. */
export function markPractice(address: string | null): void {
  try {
    if (address === null) localStorage.removeItem(MARK)
    else localStorage.setItem(MARK, address)
  } catch {
    // Storage is forbidden, and so the browser keeps no such wallet.
  }
}
