/**
 * Announces this browser's practice wallet like an installed one (EIP-6963). This module is in the slice's first
 * chunk, so that every page can discover the wallet; the signing code is loaded on demand.
 */

import { site } from '@inkproof/slice'
import { PRACTICE_RDNS, type WalletProvider } from '@inkproof/slice-parts/wallet-provider'
import { t } from '@inkproof/texts/text'
import { events } from './listeners.ts'
import { hasPracticeWallet, PRACTICE_UUID } from './practice-flag.ts'

const WALLET_INFO = {
  uuid: PRACTICE_UUID,
  name: t('Practice wallet'),
  icon: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#b45309"/><path d="M12 7h8m-6 0v7l-6 10h16l-6-10V7" fill="none" stroke="#fff" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round"/></svg>')}`,
  rdns: PRACTICE_RDNS,
}

const provider: WalletProvider = {
  request: async (call) =>
    (await import(/* webpackChunkName: "practice-wallet" */ './practice-wallet.ts')).handleRequest(
      call,
    ),
  ...events,
}

/** Starts announcing: immediately if this browser has a practice wallet, and whenever a page asks. */
export function announcePracticeWallet(): void {
  addEventListener('eip6963:requestProvider', announce)
  announce()
}

/** Announces the wallet only on the embedded chain; elsewhere it would be listed among wallets with real funds. */
function announce(): void {
  if (!site().embedded || !hasPracticeWallet()) return
  const detail = Object.freeze({ info: Object.freeze(WALLET_INFO), provider })
  dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
}
