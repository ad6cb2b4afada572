/** The authenticator app of an account: setting it up, confirming it with its first code, removing it. */
import type { AppSetup } from '@inkproof/protocol/factors'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { onlyDevice } from '../sessions/only-device.ts'
import { sealSecret } from './app-secret.ts'
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts'
import { newSecret, setupUri } from './totp.ts'
import { appAfter, type CodeDeps } from './use-code.ts'

/** Creates a secret that is not required at sign-in until its first code was verified. @throws AppError APP_IS_ON */
export async function beginApp(deps: CodeDeps, accountId: string): Promise<AppSetup> {
  const secret = newSecret()
  const sealed = sealSecret(deps.keys.app, accountId, secret)
  const account = await deps.accounts.change(accountId, ({ app }) => {
    if (app?.confirmedAt) throw new AppError('APP_IS_ON')
    return { app: { secret: sealed, confirmedAt: null, usedStep: 0 } }
  })
  return { secret, uri: setupUri(secret, labelOf(account)) }
}

/**
 * From now on a code is required, and only this browser is known: others may be a thief's. Returns the recovery
 * codes, which are never shown again.
 *
 * @throws AppError CODE_WRONG, APP_IS_ON, APP_IS_OFF
 */
export async function confirmApp(
  deps: CodeDeps,
  { accountId, browserId }: { accountId: string; browserId: string },
  code: string,
): Promise<{ account: AccountRow; recoveryCodes: string[] }> {
  const { recoveryCodes, hashes } = codesFor(deps, accountId)
  const account = await deps.accounts.change(accountId, (now) => {
    if (!now.app) throw new AppError('APP_IS_OFF')
    if (now.app.confirmedAt) throw new AppError('APP_IS_ON')
    const app = { ...appAfter(deps, now, code), confirmedAt: deps.now() }
    return { app, recoveryCodes: hashes, devices: onlyDevice(now, browserId) }
  })
  return { account, recoveryCodes }
}

/** Replaces all earlier codes. @throws AppError APP_IS_OFF */
export async function renewRecoveryCodes(
  deps: CodeDeps,
  accountId: string,
): Promise<{ account: AccountRow; recoveryCodes: string[] }> {
  const { recoveryCodes, hashes } = codesFor(deps, accountId)
  const account = await deps.accounts.change(accountId, ({ app }) => {
    if (!app?.confirmedAt) throw new AppError('APP_IS_OFF')
    return { recoveryCodes: hashes }
  })
  return { account, recoveryCodes }
}

/** @throws AppError APP_IS_OFF */
export function removeApp({ accounts }: CodeDeps, accountId: string): Promise<AccountRow> {
  return accounts.change(accountId, ({ app }) => {
    if (!app?.confirmedAt) throw new AppError('APP_IS_OFF')
    return { app: null, recoveryCodes: [] }
  })
}

function codesFor({ keys }: CodeDeps, accountId: string) {
  const recoveryCodes = newRecoveryCodes()
  return {
    recoveryCodes,
    hashes: recoveryCodes.map((code) => recoveryHash(keys.recovery, accountId, code)),
  }
}

/** Stored by the app as a part of the setup key. */
const NO_NAME = 'Account'

/** The label under which the app shows this account. */
function labelOf({ email, wallets }: AccountRow): string {
  return email ?? wallets[0]?.address ?? NO_NAME
}
