/** Whether this browser has a practice wallet, known without loading the signing code. */

/** Constant, because there is only one such wallet in a browser. */
export const PRACTICE_UUID = '0b6f2f2e-6d4f-4c58-9d5e-3f8f3f6f7a10'
export const PRACTICE_RDNS = 'inkproof.practice-wallet'

/** Stores the address; the key itself is in IndexedDB. */
const MARK = 'inkproof_practice_wallet'

export function hasPracticeWallet(): boolean {
  try {
    return localStorage.getItem(MARK) !== null
  } catch {
    return false
  }
}

/** Stores for all pages of this browser that it has a practice wallet; null removes it. */
export function setPracticeMark(address: string | null): void {
  try {
    if (address === null) localStorage.removeItem(MARK)
    else localStorage.setItem(MARK, address)
  } catch {
    // Storage is forbidden, so the browser cannot keep the wallet.
  }
}
