/** Calls that confirm a user's identity again, as required before changes that could lock the owner out. */
import { reauthenticationCalls } from '@inkproof/protocol/calls/factors'
import type { ReauthenticationCredential } from '@inkproof/protocol/factors'
import type { PasskeyRequestOptions } from '@inkproof/protocol/passkey-options'
import { AppError } from '@inkproof/service-kit/app-error'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import { requireAccount } from '../accounts/require-account.ts'
import { recordChange } from '../events/record-change.ts'
import type { SessionContext } from '../sessions/end-sessions.ts'
import type { FactorDeps } from './factor-deps.ts'
import { consumeCodeLimit, consumeReauthenticationLimit } from './factor-limits.ts'
import { reauthenticate } from './reauthenticate.ts'
import { codesLeftValues } from './recovery-codes.ts'
import { createAuthenticationOptions } from './relying-party.ts'

export function implementReauthenticationCalls(deps: FactorDeps): BoundCall[] {
  const { callerOf } = deps
  return implement(reauthenticationCalls, {
    startPasskeyReauthentication: ({ session, req, res }) =>
      startPasskeyReauthentication(deps, { session, caller: callerOf(req, res) }),
    reauthenticateWithFactor: ({ session, body, req, res }) =>
      reauthenticateWithFactor(deps, { session, caller: callerOf(req, res) }, body),
  })
}

/** @throws AppError NOT_FOUND for an account without passkeys */
async function startPasskeyReauthentication(
  { accounts, party, challenges }: FactorDeps,
  { session, caller }: SessionContext,
): Promise<PasskeyRequestOptions> {
  const { passkeys } = await requireAccount(accounts, session.accountId)
  if (passkeys.length === 0) throw new AppError('NOT_FOUND')
  const options = await createAuthenticationOptions(party, passkeys)
  await challenges.store('prove', caller.browserId, options.challenge, session.sessionId)
  return options
}

/** @throws AppError TOO_MANY_REQUESTS, and the errors of {@link reauthenticate} */
async function reauthenticateWithFactor(
  deps: FactorDeps,
  { session: { accountId, sessionId }, caller }: SessionContext,
  credential: ReauthenticationCredential,
): Promise<void> {
  const account = await requireAccount(deps.accounts, accountId)
  await consumeReauthenticationLimit(deps.consumeLimit, sessionId)
  if ('code' in credential) await consumeCodeLimit(deps.consumeLimit, account, caller)
  const updated = await reauthenticate(
    deps,
    { account, sessionId, browserId: caller.browserId },
    credential,
  )
  if ('recoveryCode' in credential) {
    await recordChange(deps, 'recovery-code-used', updated, caller, codesLeftValues(updated))
  }
  await deps.sessions.update({ accountId, sessionId }, { provedAtMs: deps.now().getTime() })
}
