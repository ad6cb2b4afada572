import type { AccountView } from '@inkproof/protocol/account'
import { showAccount } from '@inkproof/protocol/calls/accounts'
import {
  type PersonalOptions,
  queryOf,
  usePersonalQuery,
} from '@inkproof/slice-parts/personal-query'

/** The signed-in user's account, as the settings show it. */
export function useAccount(options: PersonalOptions<AccountView> = {}) {
  return usePersonalQuery(queryOf(showAccount), options)
}
