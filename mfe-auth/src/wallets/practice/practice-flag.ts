/** Records whether this browser has a practice wallet, so that pages can check it without loading the signing code. */

/** Constant, because a browser has only one practice wallet. */
export const PRACTICE_UUID = '0b6f2f2e-6d4f-4c58-9d5e-3f8f3f6f7a10'

/** The flag: its value is the address of the wallet. The private key is in IndexedDB. */
const STORAGE_KEY = 'inkproof_practice_wallet'

export function hasPracticeWallet(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null
  } catch {
    return false
  }
}

/** Records for all pages of this browser that it has a practice wallet; null removes the record. */
export function setPracticeWalletFlag(address: string | null): void {
  try {
    if (address === null) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, address)
  } catch {
    // Storage is forbidden, so other pages cannot discover the wallet.
  }
}
