/** /login/passkey, /register/passkey, /login/second-factor: what ends in a session. */
import { NewPasskey, PasskeySignIn, PasskeySignUp, SecondFactor } from '@inkproof/protocol/factors'
import { AppError } from '@inkproof/service-kit/app-error'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import type { Router } from 'express'
import type { Caller } from '../callers/caller.ts'
import type { Verification } from '../captcha/verification.ts'
import { askToConfirm } from '../emails/confirm-email.ts'
import { recordChange } from '../events/record-change.ts'
import type { PendingSignIn } from '../sessions/complete-sign-in.ts'
import { limitRegister } from '../sign-in/limits.ts'
import { noteCreated } from '../sign-in/note-created.ts'
import type { FactorDeps } from './changer.http.ts'
import { limitCode, limitFactorAddress } from './factor-limits.ts'
import { codesLeft } from './recovery-codes.ts'
import { askForNewPasskey, askForPasskey } from './relying-party.ts'
import { showSecondFactor } from './second-factor.ts'
import { planSignUp, signUpWithPasskey } from './sign-up-with-passkey.ts'
import { usePasskey } from './use-passkey.ts'

type Deps = FactorDeps & { spendCaptcha: Verification['spend'] }

export function passkeySignInRoutes(deps: Deps): Router {
  const router = createRouter()

  router.post('/login/passkey/options', async (req, res) => {
    const caller = deps.callerOf(req, res)
    await limitFactorAddress(deps.consumeLimit, caller)
    const options = await askForPasskey(deps.party)
    await deps.challenges.keep('sign-in', caller.mark, options.challenge)
    res.set('cache-control', 'no-store').json(options)
  })

  router.post('/login/passkey', async (req, res) => {
    const caller = deps.callerOf(req, res)
    await limitFactorAddress(deps.consumeLimit, caller)
    const { passkey } = parse(PasskeySignIn, req.body)
    const { account } = await usePasskey(deps, { purpose: 'sign-in', mark: caller.mark }, passkey)
    await deps.answerSignIn(res, { account, way: 'passkey', caller })
  })

  router.post('/register/passkey/options', async (req, res) => {
    const caller = deps.callerOf(req, res)
    await limitRegister(deps.consumeLimit, caller.network)
    const request = parse(PasskeySignUp, req.body)
    await deps.spendCaptcha(request.turnstileToken, 'register')
    const { owner, subject } = await planSignUp(deps, request)
    const options = await askForNewPasskey(deps.party, owner)
    await deps.challenges.keep('sign-up', caller.mark, options.challenge, subject)
    res.set('cache-control', 'no-store').json(options)
  })

  router.post('/register/passkey', async (req, res) => {
    const caller = deps.callerOf(req, res)
    await limitFactorAddress(deps.consumeLimit, caller)
    const { passkey } = parse(NewPasskey, req.body)
    const account = await signUpWithPasskey(deps, caller, passkey)
    await noteCreated(deps, account, 'passkey', caller)
    await askToConfirm(deps, account)
    await deps.answerSignIn(res, { account, way: 'passkey', caller, isNew: true })
  })

  router.post('/login/second-factor', async (req, res) => {
    const caller = deps.callerOf(req, res)
    await limitFactorAddress(deps.consumeLimit, caller)
    const shown = parse(SecondFactor, req.body)
    const pending = await attempt(deps, shown, caller)
    const account = await showSecondFactor(deps, pending, shown)
    if (!(await deps.pending.finish(shown.id))) throw new AppError('SIGN_IN_EXPIRED')
    if ('recoveryCode' in shown) {
      await recordChange(deps, 'recovery-code-used', account, caller, codesLeft(account))
    }
    await deps.answerSignIn(res, { account, way: pending.way, caller, hasSecondFactor: true })
  })

  return router
}

/** The sign-in under way, with this attempt counted. @throws AppError SIGN_IN_EXPIRED, TOO_MANY_REQUESTS */
async function attempt(deps: Deps, shown: SecondFactor, caller: Caller): Promise<PendingSignIn> {
  const pending = await deps.pending.attempt(shown.id, caller.mark)
  const account = pending && (await deps.accounts.find(pending.accountId))
  if (!pending || !account) throw new AppError('SIGN_IN_EXPIRED')
  if ('code' in shown) await limitCode(deps.consumeLimit, account, caller)
  return pending
}
