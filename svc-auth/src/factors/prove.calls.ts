/** Confirms a person's identity again before changes that could lock the owner out. */
import { proofCalls } from '@inkproof/protocol/calls/factors'
import type { Proof } from '@inkproof/protocol/factors'
import type { PasskeyRequestOptions } from '@inkproof/protocol/passkey-options'
import { AppError } from '@inkproof/service-kit/app-error'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import { requireAccount } from '../accounts/require-account.ts'
import { recordChange } from '../events/record-change.ts'
import type { Changer } from '../sessions/end-sessions.ts'
import type { FactorDeps } from './factor-deps.ts'
import { consumeCodeLimit, consumeProofLimit } from './factor-limits.ts'
import { prove } from './prove.ts'
import { codesLeftValues } from './recovery-codes.ts'
import { createAuthenticationOptions } from './relying-party.ts'

export function implementProofCalls(deps: FactorDeps): BoundCall[] {
  const { callerOf } = deps
  return implement(proofCalls, {
    startPasskeyProof: ({ session, req, res }) =>
      startPasskey(deps, { session, caller: callerOf(req, res) }),
    proveIdentity: ({ session, body, req, res }) =>
      proveIdentity(deps, { session, caller: callerOf(req, res) }, body),
  })
}

/** @throws AppError NOT_FOUND for an account without passkeys */
async function startPasskey(
  { accounts, party, challenges }: FactorDeps,
  { session, caller }: Changer,
): Promise<PasskeyRequestOptions> {
  const { passkeys } = await requireAccount(accounts, session.accountId)
  if (passkeys.length === 0) throw new AppError('NOT_FOUND')
  const options = await createAuthenticationOptions(party, passkeys)
  await challenges.store('prove', caller.browserId, options.challenge, session.sessionId)
  return options
}

/** @throws AppError TOO_MANY_REQUESTS, and as {@link prove} */
async function proveIdentity(
  deps: FactorDeps,
  { session: { accountId, sessionId }, caller }: Changer,
  proof: Proof,
): Promise<void> {
  const account = await requireAccount(deps.accounts, accountId)
  await consumeProofLimit(deps.consumeLimit, sessionId)
  if ('code' in proof) await consumeCodeLimit(deps.consumeLimit, account, caller)
  const updated = await prove(deps, { account, sessionId, browserId: caller.browserId }, proof)
  if ('recoveryCode' in proof) {
    await recordChange(deps, 'recovery-code-used', updated, caller, codesLeftValues(updated))
  }
  await deps.sessions.update(sessionId, { provedAtMs: deps.now().getTime() })
}
