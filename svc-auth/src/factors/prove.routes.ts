/** /prove: showing again who one is, before what could lock the owner out. */
import { Proof } from '@inkproof/protocol/factors'
import { AppError } from '@inkproof/service-kit/app-error'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import type { Request, Router } from 'express'
import { mustFind } from '../accounts/must-find.ts'
import { recordChange } from '../events/record-change.ts'
import type { FactorDeps } from './changer.http.ts'
import { limitCode, limitFactorAddress, limitProof } from './factor-limits.ts'
import { prove } from './prove.ts'
import { codesLeft } from './recovery-codes.ts'
import { askForPasskey } from './relying-party.ts'

export function proveRoutes(deps: FactorDeps): Router {
  const router = createRouter()

  router.post('/prove/options', async (req, res) => {
    const { account, sessionId } = await prover(req)
    const caller = deps.callerOf(req, res)
    await limitFactorAddress(deps.consumeLimit, caller)
    if (account.passkeys.length === 0) throw new AppError('NOT_FOUND')
    const options = await askForPasskey(deps.party, account.passkeys)
    await deps.challenges.keep('prove', caller.mark, options.challenge, sessionId)
    res.set('cache-control', 'no-store').json(options)
  })

  router.post('/prove', async (req, res) => {
    const { account, sessionId } = await prover(req)
    const caller = deps.callerOf(req, res)
    const proof = parse(Proof, req.body)
    await limitFactorAddress(deps.consumeLimit, caller)
    await limitProof(deps.consumeLimit, sessionId)
    if ('code' in proof) await limitCode(deps.consumeLimit, account, caller)
    const after = await prove(deps, { account, sessionId, mark: caller.mark }, proof)
    if ('recoveryCode' in proof) {
      await recordChange(deps, 'recovery-code-used', after, caller, codesLeft(after))
    }
    await deps.sessions.update(sessionId, { provedAtMs: deps.now().getTime() })
    res.status(204).end()
  })

  async function prover(req: Request) {
    const { accountId, sessionId } = await deps.requireSession(req)
    const account = await mustFind(deps.accounts, accountId)
    return { account, sessionId }
  }

  return router
}
