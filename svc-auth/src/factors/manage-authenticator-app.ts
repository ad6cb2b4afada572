/** Sets up, confirms and removes the authenticator app of an account. */
import type { AppSetup } from '@inkproof/protocol/factors'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { onlyDevice } from '../sessions/only-device.ts'
import { encryptSecret } from './authenticator-app-secret.ts'
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts'
import { newSecret, setupUri } from './totp.ts'
import { type CodeDeps, consumeCode } from './use-code.ts'

/** Creates a secret. No code is required at sign-in until the first one has been verified. @throws AppError APP_IS_ON */
export async function startAuthenticatorAppSetup(
  deps: CodeDeps,
  accountId: string,
): Promise<AppSetup> {
  const secret = newSecret()
  const encrypted = encryptSecret(deps.keys.app, accountId, secret)
  const account = await deps.accounts.change(accountId, ({ app }) => {
    if (app?.confirmedAt) throw new AppError('APP_IS_ON')
    return { app: { secret: encrypted, confirmedAt: null, usedStep: 0 } }
  })
  return { secret, uri: setupUri(secret, getLabel(account)) }
}

/**
 * Turns the app on: sign-ins now require a code, and all other browsers are forgotten, because they may be a
 * thief's. Returns the recovery codes, which are never shown again.
 *
 * @throws AppError CODE_WRONG, APP_IS_ON, APP_IS_OFF
 */
export async function confirmApp(
  deps: CodeDeps,
  { accountId, browserId }: { accountId: string; browserId: string },
  code: string,
): Promise<{ account: AccountRow; recoveryCodes: string[] }> {
  const { recoveryCodes, hashes } = createRecoveryCodes(deps, accountId)
  const account = await deps.accounts.change(accountId, (current) => {
    if (!current.app) throw new AppError('APP_IS_OFF')
    if (current.app.confirmedAt) throw new AppError('APP_IS_ON')
    const app = { ...consumeCode(deps, current, code), confirmedAt: deps.now() }
    return { app, recoveryCodes: hashes, devices: onlyDevice(current, browserId) }
  })
  return { account, recoveryCodes }
}

/** Replaces all recovery codes. @throws AppError APP_IS_OFF */
export async function renewRecoveryCodes(
  deps: CodeDeps,
  accountId: string,
): Promise<{ account: AccountRow; recoveryCodes: string[] }> {
  const { recoveryCodes, hashes } = createRecoveryCodes(deps, accountId)
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

function createRecoveryCodes({ keys }: CodeDeps, accountId: string) {
  const recoveryCodes = newRecoveryCodes()
  return {
    recoveryCodes,
    hashes: recoveryCodes.map((code) => recoveryHash(keys.recovery, accountId, code)),
  }
}

/** Shown by the app for an account that has neither an address nor a wallet. */
const DEFAULT_LABEL = 'Account'

/** Returns the label that the app shows for this account. */
function getLabel({ email, wallets }: AccountRow): string {
  return email ?? wallets[0]?.address ?? DEFAULT_LABEL
}
