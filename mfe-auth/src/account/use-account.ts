import type { AccountView } from '@inkproof/protocol/account'
import { type PersonalOptions, usePersonalQuery } from '@inkproof/slice-parts/personal-query'
import { ACCOUNT_URL } from './account-urls.ts'

/** The signed-in person's account, as the settings show it. */
export function useAccount(options: PersonalOptions<AccountView> = {}) {
  return usePersonalQuery<AccountView>(ACCOUNT_URL, options)
}
