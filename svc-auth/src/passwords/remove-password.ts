import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import {
  changeAndEndSessions,
  type EndSessionsDeps,
  type EndSessionsOptions,
} from '../sessions/end-sessions.ts'
import { countSignInMethods } from '../sign-in-methods/identities.ts'

/**
 * Removes the password of an account that has another sign-in method. Also ends the account's sessions except
 * `options.keep`, because they may have been started with the password.
 *
 * @throws AppError ITEM_NOT_FOUND if the account has no password, LAST_SIGN_IN_METHOD
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
      if (!account.passwordHash) throw new AppError('ITEM_NOT_FOUND')
      if (countSignInMethods({ ...account, passwordHash: null }) === 0)
        throw new AppError('LAST_SIGN_IN_METHOD')
      return { passwordHash: null }
    },
    options,
  )
}
