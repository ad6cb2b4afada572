import { t } from '@inkproof/texts/text'

/** A link that opens this page inside a mobile wallet. */
export type DeepLink = { name: string; href: string }

/** Returns the links for the most common wallets, as their documentation describes them. */
export function deepLinks(page: URL): DeepLink[] {
  const encodedUrl = encodeURIComponent(page.href)
  return [
    {
      name: 'MetaMask',
      href: `https://metamask.app.link/dapp/${page.host}${page.pathname}${page.search}`,
    },
    { name: t('Coinbase Wallet'), href: `https://go.cb-w.com/dapp?cb_url=${encodedUrl}` },
    {
      name: t('Trust Wallet'),
      href: `https://link.trustwallet.com/open_url?coin_id=60&url=${encodedUrl}`,
    },
  ]
}

/** Whether this is a phone or tablet, where wallets are apps with their own browser instead of extensions. */
export function isHandheld(userAgent: string): boolean {
  return /Android|iPhone|iPad|iPod/i.test(userAgent)
}
