/** /siwe-message, /wallet-auth, /practice-wallet. */

import {
  PracticeWalletRequest,
  type SignedMessage,
  type SiweMessageAnswer,
  SiweMessageRequest,
  WalletAuthRequest,
  type WalletPurpose,
} from '@inkproof/protocol/wallets'
import { AppError } from '@inkproof/service-kit/app-error'
import type { RequireSession } from '@inkproof/service-kit/auth'
import type { TakeLimit } from '@inkproof/service-kit/limit'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import { getAddress } from 'ethers'
import type { Router } from 'express'
import type { CreateAccountDeps } from '../accounts/create-account.ts'
import type { CallerOf } from '../callers/caller.http.ts'
import type { Caller } from '../callers/caller.ts'
import type { Verification } from '../captcha/verification.ts'
import type { Sessions } from '../session-store/session-store.ts'
import type { AnswerSignIn } from '../sessions/answer-sign-in.http.ts'
import { type NoteCreatedDeps, noteCreated } from '../sign-in/note-created.ts'
import { MESSAGE_ADDRESS, PRACTICE_ADDRESS, SIGNATURE_ADDRESS, SIGNATURE_PAIR } from './limits.ts'
import type { LinkWalletDeps } from './link-wallet.ts'
import { makeMessage, refusal } from './message.ts'
import { fundPracticeWallet, type PracticeDeps } from './practice-wallet.ts'
import { accountOfWallet } from './sign-in.ts'
import { type VerifyWalletDeps, verifyWallet } from './verify-wallet.ts'

export type WalletRoutesDeps = VerifyWalletDeps &
  LinkWalletDeps &
  CreateAccountDeps &
  NoteCreatedDeps & {
    consumeLimit: TakeLimit
    requireSession: RequireSession
    sessions: Sessions
    callerOf: CallerOf
    answerSignIn: AnswerSignIn
    practice: PracticeDeps
    spendCaptcha: Verification['spend']
  }

export function walletRoutes(deps: WalletRoutesDeps): Router {
  const router = createRouter()

  router.post('/siwe-message', async (req, res) => {
    const { network, mark } = deps.callerOf(req, res)
    const { walletAddress, domain, purpose } = parse(SiweMessageRequest, req.body)
    if (domain !== undefined && domain !== deps.site.domain) {
      throw refusal('domain', `this is ${deps.site.domain}`)
    }
    await deps.consumeLimit(MESSAGE_ADDRESS, network)
    const address = getAddress(walletAddress.toLowerCase())
    const nonce = await deps.nonces.make({ purpose, mark })
    const message = makeMessage(deps.site, { address, nonce, purpose }, deps.now())
    const answer: SiweMessageAnswer = { message }
    res.set('cache-control', 'no-store').json(answer)
  })

  router.post('/wallet-auth', async (req, res) => {
    const caller = deps.callerOf(req, res)
    const { turnstileToken, ...signed } = parse(WalletAuthRequest, req.body)
    await deps.consumeLimit(SIGNATURE_ADDRESS, caller.network)
    await deps.spendCaptcha(turnstileToken, 'wallet')
    const address = await proveWallet(deps, signed, 'sign-in', caller)
    const found = await accountOfWallet(deps, address)
    if (!found) throw new AppError('WAY_IN_TAKEN')
    if (found.isNew) await noteCreated(deps, found.account, 'wallet', caller)
    await deps.answerSignIn(res, { ...found, way: 'wallet', caller })
  })

  router.post('/practice-wallet', async (req, res) => {
    const { network } = deps.callerOf(req, res)
    await deps.consumeLimit(PRACTICE_ADDRESS, network)
    const { address } = parse(PracticeWalletRequest, req.body)
    await fundPracticeWallet(deps.practice, address)
    res.status(204).end()
  })

  return router
}

/** {@link verifyWallet}, counted. @throws AppError as that does, and TOO_MANY_REQUESTS */
export async function proveWallet(
  deps: VerifyWalletDeps & { consumeLimit: TakeLimit },
  signed: SignedMessage,
  purpose: WalletPurpose,
  { network, mark }: Caller,
): Promise<string> {
  await deps.consumeLimit(SIGNATURE_PAIR, `${network} ${signed.walletAddress.toLowerCase()}`)
  return verifyWallet(deps, signed, { purpose, mark })
}
