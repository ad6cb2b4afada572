/** Calls for the passkeys of the signed-in account. */
import { passkeyCalls } from '@inkproof/protocol/calls/passkeys'
import type { NewPasskey } from '@inkproof/protocol/factors'
import type { PasskeyCreationOptions } from '@inkproof/protocol/passkey-options'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import { requireAccount } from '../accounts/require-account.ts'
import { recordChange } from '../events/record-change.ts'
import type { SessionContext } from '../sessions/end-sessions.ts'
import type { FactorDeps } from './factor-deps.ts'
import { addPasskey, removePasskey, renamePasskey } from './manage-passkeys.ts'
import { toPasskeyOwner } from './passkey-owner.ts'
import { createRegistrationOptions } from './relying-party.ts'

export function implementPasskeyCalls(deps: FactorDeps): BoundCall[] {
  const { callerOf } = deps
  return implement(passkeyCalls, {
    startAddingPasskey: ({ session, req, res }) =>
      startAdding(deps, { session, caller: callerOf(req, res) }),
    addPasskey: ({ session, body, req, res }) =>
      add(deps, { session, caller: callerOf(req, res) }, body),
    renamePasskey: ({ session, params, body }) =>
      renamePasskey(deps, session.accountId, params.id, body.name),
    removePasskey: ({ session, params, req, res }) =>
      removePasskey(deps, { session, caller: callerOf(req, res) }, params.id),
  })
}

async function startAdding(
  { accounts, party, challenges }: FactorDeps,
  { session, caller }: SessionContext,
): Promise<PasskeyCreationOptions> {
  const account = await requireAccount(accounts, session.accountId)
  const owner = toPasskeyOwner(account._id, account)
  const options = await createRegistrationOptions(party, owner, account.passkeys)
  await challenges.store('add', caller.browserId, options.challenge, account._id)
  return options
}

async function add(
  deps: FactorDeps,
  { session, caller }: SessionContext,
  { passkey }: NewPasskey,
): Promise<{ id: string; name: string }> {
  const { browserId, device: name } = caller
  const account = await addPasskey(deps, { accountId: session.accountId, name, browserId }, passkey)
  await recordChange(deps, 'way-added', account, caller, { way: 'passkey', name })
  return { id: passkey.id, name }
}
