/** Sets up, confirms and removes the authenticator app of an account. */
import type { AuthenticatorAppSetup } from '@inkproof/protocol/factors'
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { onlyDevice } from '../sessions/only-device.ts'
import { encryptSecret } from './authenticator-app-secret.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { newSecret, setupUri } from './totp.ts'
import { type CodeDeps, verifyCode } from './use-code.ts'

/**
 * Creates a secret for a new app. Sign-ins require no code until the app has been confirmed.
 *
 * @throws AppError AUTHENTICATOR_APP_EXISTS
 */
export async function startAuthenticatorAppSetup(
  deps: CodeDeps,
  accountId: string,
): Promise<AuthenticatorAppSetup> {
  const secret = newSecret()
  const encrypted = encryptSecret(deps.keys.app, accountId, secret)
  const account = await deps.accounts.change(accountId, ({ app }) => {
    if (app?.confirmedAt) throw new AppError('AUTHENTICATOR_APP_EXISTS')
    return { app: { secret: encrypted, confirmedAt: null, usedStep: 0 } }
  })
  return { secret, uri: setupUri(secret, getLabel(account)) }
}

/**
 * Enables the app: from now on, sign-ins require a code or another second factor, except sign-ins by passkey. All other
 * known browsers are removed, because one of them may be an attacker's. Returns the recovery codes, which are never
 * shown again.
 *
 * @throws AppError CODE_WRONG, AUTHENTICATOR_APP_EXISTS, NO_AUTHENTICATOR_APP
 */
export async function confirmAuthenticatorApp(
  deps: CodeDeps,
  { accountId, browserId }: { accountId: string; browserId: string },
  code: string,
): Promise<{ account: AccountRow; recoveryCodes: string[] }> {
  const { recoveryCodes, hashes } = createRecoveryCodes(deps, accountId)
  const account = await deps.accounts.change(accountId, (current) => {
    if (!current.app) throw new AppError('NO_AUTHENTICATOR_APP')
    if (current.app.confirmedAt) throw new AppError('AUTHENTICATOR_APP_EXISTS')
    const app = { ...verifyCode(deps, current, code), confirmedAt: deps.now() }
    return { app, recoveryCodes: hashes, devices: onlyDevice(current, browserId) }
  })
  return { account, recoveryCodes }
}

/** Replaces all recovery codes. @throws AppError NO_AUTHENTICATOR_APP */
export async function renewRecoveryCodes(
  deps: CodeDeps,
  accountId: string,
): Promise<{ account: AccountRow; recoveryCodes: string[] }> {
  const { recoveryCodes, hashes } = createRecoveryCodes(deps, accountId)
  const account = await deps.accounts.change(accountId, ({ app }) => {
    if (!app?.confirmedAt) throw new AppError('NO_AUTHENTICATOR_APP')
    return { recoveryCodes: hashes }
  })
  return { account, recoveryCodes }
}

/** @throws AppError NO_AUTHENTICATOR_APP */
export function removeAuthenticatorApp(
  { accounts }: CodeDeps,
  accountId: string,
): Promise<AccountRow> {
  return accounts.change(accountId, ({ app }) => {
    if (!app?.confirmedAt) throw new AppError('NO_AUTHENTICATOR_APP')
    return { app: null, recoveryCodes: [] }
  })
}

function createRecoveryCodes({ keys }: CodeDeps, accountId: string) {
  const recoveryCodes = newRecoveryCodes()
  return {
    recoveryCodes,
    hashes: recoveryCodes.map((code) => hashRecoveryCode(keys.recovery, accountId, code)),
  }
}

/** Shown by the app for an account that has neither an e-mail address nor a wallet. */
const DEFAULT_LABEL = 'Account'

/** Returns the label that the app shows for this account. */
function getLabel({ email, wallets }: AccountRow): string {
  return email ?? wallets[0]?.address ?? DEFAULT_LABEL
}
