import { t } from '@inkproof/texts/text'
import { getOwnRecord } from './installation.api.ts'
import { parseChoice, policyFor } from './trust-policy.ts'
import { verifyAgain } from './verification-runs.ts'
import { setVerifyOptions, type TrustedChoice, useVerifyOptions } from './verify-options.store.ts'

/**
 * Trusts another record and verifies everything again. Throws an error that explains what is wrong with the policy, for
 * example that it disagrees with one that is trusted already.
 */
export async function addTrusted(choice: TrustedChoice): Promise<void> {
  const { url } = choice
  const isAddress = url.trim() === '' || /^https?:\/\/[^\s?#@]+$/.test(url.trim())
  if (!isAddress) throw new Error(t('Enter an address that starts with https:// or http://.'))
  parseChoice(choice)
  const trusted = [...useVerifyOptions.getState().trusted, choice]
  policyFor(trusted, await getOwnRecord().catch(() => null))
  setVerifyOptions({ trusted })
  verifyAgain()
}

export function removeTrusted(choice: TrustedChoice): void {
  const { trusted } = useVerifyOptions.getState()
  setVerifyOptions({ trusted: trusted.filter((other) => other !== choice) })
  verifyAgain()
}
