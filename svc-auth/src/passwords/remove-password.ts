import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import {
  changeAndEndSessions,
  type Ending,
  type EndSessionsDeps,
} from '../sessions/end-sessions.ts'
import { countWays } from '../ways/ways.ts'

/**
 * Takes the password out of an account that has another way in, and ends its sessions but the one kept: they
 * may have begun with it.
 *
 * @throws AppError ALREADY_GONE when there is none, LAST_WAY_IN
 */
export function removePassword(
  deps: EndSessionsDeps,
  accountId: string,
  what: Ending,
): Promise<AccountRow> {
  return changeAndEndSessions(
    deps,
    accountId,
    (account) => {
      if (!account.passwordHash) throw new AppError('ALREADY_GONE')
      if (countWays({ ...account, passwordHash: null }) === 0) throw new AppError('LAST_WAY_IN')
      return { passwordHash: null }
    },
    what,
  )
}
