import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import {
  changeAndEndSessions,
  type EndSessionsDeps,
  type EndSessionsOptions,
} from '../sessions/end-sessions.ts'
import { countSignInMethods } from '../sign-in-methods/identities.ts'

/**
 * Removes the password of an account that has another sign-in method, and ends its other sessions, which may have
 * been started with it.
 *
 * @throws AppError ALREADY_GONE if there is none, LAST_WAY_IN
 */
export function removePassword(
  deps: EndSessionsDeps,
  accountId: string,
  options: EndSessionsOptions,
): Promise<AccountRow> {
  return changeAndEndSessions(
    deps,
    accountId,
    (account) => {
      if (!account.passwordHash) throw new AppError('ALREADY_GONE')
      if (countSignInMethods({ ...account, passwordHash: null }) === 0)
        throw new AppError('LAST_WAY_IN')
      return { passwordHash: null }
    },
    options,
  )
}
