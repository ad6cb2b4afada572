/** /siwe-message, /wallet-auth, /wallets, /prove/wallet, /practice-wallet. */
import {
  PracticeWalletRequest,
  SignedMessage,
  type SiweMessageAnswer,
  SiweMessageRequest,
  WalletAddress,
  WalletAuthRequest,
  type WalletPurpose,
} from '@inkproof/protocol/wallets'
import { AppError } from '@inkproof/service-kit/app-error'
import { requireProof } from '@inkproof/service-kit/auth'
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import { getAddress } from 'ethers'
import type { Router } from 'express'
import { toAccountView } from '../accounts/to-account-view.ts'
import type { Verification } from '../captcha/verification.ts'
import type { Kit } from '../kit.ts'
import type { Caller } from '../sessions/caller.routes.ts'
import {
  MESSAGE_ADDRESS,
  PRACTICE_ADDRESS,
  SIGNATURE_ADDRESS,
  SIGNATURE_PAIR,
  WALLET_ACCOUNT,
} from './limits.ts'
import { linkWallet, requireLinked, unlinkWallet } from './link-wallet.ts'
import { makeMessage, refusal } from './message.ts'
import { fundPracticeWallet, type PracticeDeps } from './practice-wallet.ts'
import { accountOfWallet } from './sign-in.ts'
import { type VerifyWalletDeps, verifyWallet } from './verify-wallet.ts'

export type WalletRoutesDeps = Kit &
  VerifyWalletDeps & { practice: PracticeDeps; spendCaptcha: Verification['spend'] }

export function walletRoutes(deps: WalletRoutesDeps): Router {
  const router = createRouter()

  router.post('/siwe-message', async (req, res) => {
    const { network, mark } = deps.callerOf(req, res)
    const { walletAddress, domain, purpose } = parse(SiweMessageRequest, req.body)
    if (domain !== undefined && domain !== deps.site.domain) {
      throw refusal('domain', `this is ${deps.site.domain}`)
    }
    await deps.take(MESSAGE_ADDRESS, network)
    const address = getAddress(walletAddress.toLowerCase())
    const nonce = await deps.nonces.make({ purpose, mark })
    const message = makeMessage(deps.site, { address, nonce, purpose }, deps.now())
    const answer: SiweMessageAnswer = { message }
    res.set('cache-control', 'no-store').json(answer)
  })

  router.post('/wallet-auth', async (req, res) => {
    const caller = deps.callerOf(req, res)
    const { turnstileToken, ...signed } = parse(WalletAuthRequest, req.body)
    await deps.take(SIGNATURE_ADDRESS, caller.network)
    await deps.spendCaptcha(turnstileToken, 'wallet')
    const address = await verified(signed, 'sign-in', caller)
    const found = await accountOfWallet(deps, address)
    if (!found) throw new AppError('WAY_IN_TAKEN')
    await deps.answerSignIn(res, { ...found, way: 'wallet', caller })
  })

  router.post('/wallets', async (req, res) => {
    const session = await deps.requireSession(req)
    requireProof(session, deps.now())
    const { accountId } = session
    await deps.take(WALLET_ACCOUNT, accountId)
    const signed = parse(SignedMessage, req.body)
    const address = await verified(signed, 'link', deps.callerOf(req, res))
    res.json(toAccountView(await linkWallet(deps, accountId, address)))
  })

  router.delete('/wallets/:address', async (req, res) => {
    const session = await deps.requireSession(req)
    requireProof(session, deps.now())
    await deps.take(WALLET_ACCOUNT, session.accountId)
    const address = parse(WalletAddress, req.params.address)
    res.json(toAccountView(await unlinkWallet(deps, session.accountId, address)))
  })

  router.post('/prove/wallet', async (req, res) => {
    const { accountId, sessionId } = await deps.requireSession(req)
    await deps.take(WALLET_ACCOUNT, accountId)
    const signed = parse(SignedMessage, req.body)
    const address = await verified(signed, 'prove', deps.callerOf(req, res))
    await requireLinked(deps.accounts, accountId, address)
    await deps.sessions.update(sessionId, { provedAtMs: deps.now().getTime() })
    res.status(204).end()
  })

  router.post('/practice-wallet', async (req, res) => {
    const { network } = deps.callerOf(req, res)
    await deps.take(PRACTICE_ADDRESS, network)
    const { address } = parse(PracticeWalletRequest, req.body)
    await fundPracticeWallet(deps.practice, address)
    res.status(204).end()
  })

  async function verified(signed: SignedMessage, purpose: WalletPurpose, caller: Caller) {
    const pair = `${caller.network} ${signed.walletAddress.toLowerCase()}`
    await deps.take(SIGNATURE_PAIR, pair)
    return verifyWallet(deps, signed, { purpose, mark: caller.mark })
  }

  return router
}
