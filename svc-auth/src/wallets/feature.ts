import type { Verification } from '../captcha/verification.ts'
import { BASE, type Feature, type Kit } from '../kit.ts'
import { contractWallets } from './contract-wallet.ts'
import { linkedWalletRoutes } from './linked-wallets.routes.ts'
import { siteOf } from './message.ts'
import { redisNonces } from './nonces.ts'
import { walletRoutes } from './wallets.routes.ts'

export function walletsFeature(kit: Kit, spendCaptcha: Verification['spend']): Feature {
  const { CHAIN_URL, CHAIN_ID, EMBEDDED } = kit.config
  const deps = {
    ...kit,
    site: siteOf(kit.config),
    nonces: redisNonces(kit.redis),
    askContract: contractWallets(CHAIN_URL, CHAIN_ID),
    practice: { chainUrl: CHAIN_URL, isEmbedded: EMBEDDED },
    spendCaptcha,
  }
  return {
    mounts: [
      [BASE, walletRoutes(deps)],
      [BASE, linkedWalletRoutes(deps)],
    ],
  }
}
