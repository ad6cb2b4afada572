/** /passkeys: the passkeys of one's own account. */
import { NewPasskey, PasskeyName } from '@inkproof/protocol/factors'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import type { Router } from 'express'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { mustFind } from '../accounts/must-find.ts'
import { recordChange } from '../events/record-change.ts'
import { changerOf, type FactorDeps } from './changer.http.ts'
import { limitChange } from './factor-limits.ts'
import { addPasskey, removePasskey, renamePasskey } from './manage-passkeys.ts'
import { askForNewPasskey, type PasskeyOwner } from './relying-party.ts'

export function passkeyRoutes(deps: FactorDeps): Router {
  const router = createRouter()

  router.post('/passkeys/options', async (req, res) => {
    const { session, caller } = await changerOf(deps, req, res)
    const account = await mustFind(deps.accounts, session.accountId)
    const options = await askForNewPasskey(deps.party, ownerOf(account), account.passkeys)
    await deps.challenges.keep('add', caller.mark, options.challenge, account._id)
    res.set('cache-control', 'no-store').json(options)
  })

  router.post('/passkeys', async (req, res) => {
    const { session, caller } = await changerOf(deps, req, res)
    const { passkey } = parse(NewPasskey, req.body)
    const { mark, device: name } = caller
    const account = await addPasskey(deps, { accountId: session.accountId, name, mark }, passkey)
    await recordChange(deps, 'way-added', account, caller, { way: `passkey “${name}”` })
    res.status(201).json({ id: passkey.id, name })
  })

  router.patch('/passkeys/:id', async (req, res) => {
    const { accountId } = await deps.requireSession(req)
    await limitChange(deps.consumeLimit, accountId)
    const { name } = parse(PasskeyName, req.body)
    await renamePasskey(deps, accountId, req.params.id, name)
    res.status(204).end()
  })

  router.delete('/passkeys/:id', async (req, res) => {
    await removePasskey(deps, await changerOf(deps, req, res), req.params.id)
    res.status(204).end()
  })

  return router
}

function ownerOf({ _id, email, firstName, lastName }: AccountRow): PasskeyOwner {
  const fullName = [firstName, lastName].filter(Boolean).join(' ')
  const name = email ?? (fullName || 'Inkproof account')
  return { handle: _id, name, displayName: fullName || name }
}
