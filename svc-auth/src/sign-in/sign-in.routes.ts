/** /register, /login: limit, parse, one verb, answer. */

import { LoginRequest, RegisterRequest } from '@inkproof/protocol/auth'
import type { TakeLimit } from '@inkproof/service-kit/limit'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import type { Router } from 'express'
import type { AccountStore } from '../accounts/account-store.ts'
import type { CallerOf } from '../callers/caller.http.ts'
import type { Verification } from '../captcha/verification.ts'
import { askToConfirm } from '../emails/confirm-email.ts'
import type { AnswerSignIn } from '../sessions/answer-sign-in.http.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { limitLogin, limitLoginAddress, limitRegister } from './limits.ts'
import { login } from './login.ts'
import { type NoteCreatedDeps, noteCreated } from './note-created.ts'
import { register } from './register.ts'

export type SignInRoutesDeps = {
  consumeLimit: TakeLimit
  accounts: AccountStore
  newId: () => string
  now: () => Date
  callerOf: CallerOf
  answerSignIn: AnswerSignIn
  tokens: Tokens
} & NoteCreatedDeps & { spendCaptcha: Verification['spend'] }

export function signInRoutes(deps: SignInRoutesDeps): Router {
  const router = createRouter()

  router.post('/register', async (req, res) => {
    const caller = deps.callerOf(req, res)
    await limitRegister(deps.consumeLimit, caller.network)
    const request = parse(RegisterRequest, req.body)
    await deps.spendCaptcha(request.turnstileToken, 'register')
    const account = await register(deps, request)
    await noteCreated(deps, account, 'password', caller)
    await askToConfirm(deps, account)
    await deps.answerSignIn(res, { account, way: 'password', caller, isNew: true })
  })

  router.post('/login', async (req, res) => {
    const caller = deps.callerOf(req, res)
    const request = parse(LoginRequest, req.body)
    await limitLoginAddress(deps.consumeLimit, caller.network)
    await deps.spendCaptcha(request.turnstileToken, 'login')
    await limitLogin(deps.consumeLimit, caller.network, request.email)
    const account = await login(deps.accounts, request)
    await deps.answerSignIn(res, { account, way: 'password', caller })
  })

  return router
}
