/** /register, /login, /me: limit, parse, one verb, answer. */
import { LoginRequest, RegisterRequest, type SignedIn } from '@inkproof/protocol/auth'
import { AppError } from '@inkproof/service-kit/app-error'
import type { RequireSession } from '@inkproof/service-kit/auth'
import { clientAddress, type TakeLimit } from '@inkproof/service-kit/limit'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import type { Router } from 'express'
import { type AccountRow, toUser } from './accounts.model.ts'
import { limitLogin, limitLoginAddress, limitRegister } from './limits.ts'
import { login } from './login.ts'
import { type RegisterDeps, register } from './register.ts'

export type AccountRoutesDeps = RegisterDeps & {
  take: TakeLimit
  requireSession: RequireSession
  /** @throws AppError VERIFICATION_FAILED unless the token was earned and is spent for the first time. */
  spendCaptcha: (token: string | undefined) => Promise<void>
  /** Starts a session and answers its token. */
  startSession: (account: { accountId: string; workspaceId: string }) => Promise<string>
}

export function accountRoutes(deps: AccountRoutesDeps): Router {
  const router = createRouter()

  // The verification is switched off for registration, so its token is not looked at.
  router.post('/register', async (req, res) => {
    await limitRegister(deps.take, clientAddress(req))
    const account = await register(deps, parse(RegisterRequest, req.body))
    res.status(201).json(await signedIn(account))
  })

  router.post('/login', async (req, res) => {
    const request = parse(LoginRequest, req.body)
    const address = clientAddress(req)
    await limitLoginAddress(deps.take, address)
    await deps.spendCaptcha(request.turnstileToken)
    await limitLogin(deps.take, address, request.email)
    res.json(await signedIn(await login(deps.accounts, request)))
  })

  router.get('/me', async (req, res) => {
    const { accountId } = await deps.requireSession(req)
    const account = await deps.accounts.find(accountId)
    if (!account) throw new AppError('SESSION_ENDED')
    res.json({ user: toUser(account) })
  })

  async function signedIn(account: AccountRow): Promise<SignedIn> {
    const token = await deps.startSession({
      accountId: account._id,
      workspaceId: account.workspaceId,
    })
    return { user: toUser(account), token }
  }

  return router
}
