/** /options, /provider/…, /providers/:id: limit, parse, one verb, answer. */
import {
  type AuthOptions,
  LinkRequest,
  type LinkStart,
  ProviderCode,
  ReturnTo,
} from '@inkproof/protocol/providers'
import { AppError } from '@inkproof/service-kit/app-error'
import { type RequireSession, requireProof } from '@inkproof/service-kit/auth'
import { clientAddress, type Limit, type TakeLimit } from '@inkproof/service-kit/limit'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import type { Response, Router } from 'express'
import * as z from 'zod/mini'
import type { CallerOf } from '../callers/caller.http.ts'
import type { AnswerSignIn } from '../sessions/answer-sign-in.http.ts'
import { noteCreated } from '../sign-in/note-created.ts'
import { type AtProviderDeps, comeBack, leaveByCall, leaveOrReturn } from './at-provider.ts'
import type { Result } from './attempts.ts'
import { type LinkProviderDeps, linkProvider, unlinkProvider } from './link-provider.ts'
import { type SignInWithProviderDeps, signInWithProvider } from './sign-in-with-provider.ts'

export type OptionRoutesDeps = Omit<LinkProviderDeps, 'name'> & {
  consumeLimit: TakeLimit
  requireSession: RequireSession
  callerOf: CallerOf
}

export type ProviderRoutesDeps = OptionRoutesDeps &
  AtProviderDeps &
  SignInWithProviderDeps & { answerSignIn: AnswerSignIn }

/** An office shares one address; each of these costs the provider a call. */
const LEAVES: Limit = {
  name: 'provider-start',
  max: 120,
  windowSeconds: 15 * 60,
  whenRedisFails: 'closed',
}
const RETURNS: Limit = { ...LEAVES, name: 'provider-finish' }
/** By account: each may send a mail. */
const UNLINKS: Limit = { ...LEAVES, name: 'provider-unlink', max: 60, windowSeconds: 60 * 60 }

const Start = z.object({ returnTo: z._default(ReturnTo, '/') })

/** What there is without a provider too: that there is none, and a way that can be removed. */
export function optionRoutes(deps: OptionRoutesDeps, name: string | undefined): Router {
  const router = createRouter()

  router.get('/options', (_req, res) => {
    const options: AuthOptions = { provider: name === undefined ? null : { name } }
    res.set('cache-control', 'no-store').json(options)
  })

  router.delete('/providers/:id', async (req, res) => {
    const session = await deps.requireSession(req)
    requireProof(session, deps.now())
    await deps.consumeLimit(UNLINKS, session.accountId)
    const changer = { session, caller: deps.callerOf(req, res) }
    await unlinkProvider(deps, changer, req.params.id)
    res.status(204).end()
  })

  return router
}

export function providerRoutes(deps: ProviderRoutesDeps): Router {
  const router = createRouter()

  router.get('/provider/start', async (req, res) => {
    const { mark, network } = deps.callerOf(req, res)
    await deps.consumeLimit(LEAVES, network)
    const { returnTo } = parse(Start, req.query)
    redirect(res, await leaveOrReturn(deps, { mark, returnTo }))
  })

  router.get('/provider/callback', async (req, res) => {
    const { mark, network } = deps.callerOf(req, res)
    await deps.consumeLimit(RETURNS, network)
    const [, query = ''] = req.originalUrl.split('?', 2)
    redirect(res, await comeBack(deps, query, mark))
  })

  router.post('/provider/finish', async (req, res) => {
    const caller = deps.callerOf(req, res)
    await deps.consumeLimit(RETURNS, caller.network)
    const { person, linkTo } = await resultOf(req.body, caller.mark)
    if (linkTo !== undefined) throw new AppError('PROVIDER_RETURN_EXPIRED')
    const found = await signInWithProvider(deps, person)
    if (found.isNew) await noteCreated(deps, found.account, 'provider', caller)
    await deps.answerSignIn(res, { ...found, way: 'provider', caller })
  })

  router.post('/provider/link', async (req, res) => {
    const session = await deps.requireSession(req)
    requireProof(session, deps.now())
    const { mark } = deps.callerOf(req, res)
    await deps.consumeLimit(LEAVES, clientAddress(req))
    const { returnTo } = parse(LinkRequest, req.body)
    const location = await leaveByCall(deps, { mark, returnTo, linkTo: session.accountId })
    const start: LinkStart = { location }
    res.set('cache-control', 'no-store').json(start)
  })

  router.post('/provider/link/finish', async (req, res) => {
    const session = await deps.requireSession(req)
    const caller = deps.callerOf(req, res)
    await deps.consumeLimit(RETURNS, caller.network)
    const { person, linkTo } = await resultOf(req.body, caller.mark)
    if (linkTo !== session.accountId) throw new AppError('PROVIDER_RETURN_EXPIRED')
    await linkProvider(deps, { session, caller }, person)
    res.status(204).end()
  })

  /** What the code stands for, if this browser earned it. */
  async function resultOf(body: unknown, mark: string): Promise<Result> {
    const { code } = parse(ProviderCode, body)
    const result = await deps.attempts.takeResult(code)
    if (result?.mark !== mark) throw new AppError('PROVIDER_RETURN_EXPIRED')
    return result
  }

  return router
}

function redirect(res: Response, location: string): void {
  res.set('cache-control', 'no-store').redirect(303, location)
}
