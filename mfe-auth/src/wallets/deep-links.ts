import { t } from '@inkproof/texts/text'

/** URLs that open this page inside the most common mobile wallets. */
export type DeepLink = { name: string; href: string }

/** Each wallet's own documented URL for opening a site in it. */
export function deepLinks(page: URL): DeepLink[] {
  const address = encodeURIComponent(page.href)
  return [
    {
      name: 'MetaMask',
      href: `https://metamask.app.link/dapp/${page.host}${page.pathname}${page.search}`,
    },
    { name: t('Coinbase Wallet'), href: `https://go.cb-w.com/dapp?cb_url=${address}` },
    {
      name: t('Trust Wallet'),
      href: `https://link.trustwallet.com/open_url?coin_id=60&url=${address}`,
    },
  ]
}

/** On phones and tablets, wallets are apps with their own browser, never extensions. */
export function isHandheld(userAgent: string): boolean {
  return /Android|iPhone|iPad|iPod/i.test(userAgent)
}
