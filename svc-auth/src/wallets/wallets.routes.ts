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
import { parse } from '@inkproof/service-kit/parse'
import { createRouter } from '@inkproof/service-kit/router'
import { getAddress } from 'ethers'
import type { Router } from 'express'
import type { Verification } from '../captcha/verification.ts'
import type { Kit } from '../kit.ts'
import type { Caller } from '../sessions/caller.ts'
import { noteCreated } from '../sign-in/note-created.ts'
import { MESSAGE_ADDRESS, PRACTICE_ADDRESS, SIGNATURE_ADDRESS, SIGNATURE_PAIR } from './limits.ts'
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
    const address = await proveWallet(deps, signed, 'sign-in', caller)
    const found = await accountOfWallet(deps, address)
    if (!found) throw new AppError('WAY_IN_TAKEN')
    if (found.isNew) await noteCreated(deps, found.account, 'wallet', caller)
    await deps.answerSignIn(res, { ...found, way: 'wallet', caller })
  })

  router.post('/practice-wallet', async (req, res) => {
    const { network } = deps.callerOf(req, res)
    await deps.take(PRACTICE_ADDRESS, network)
    const { address } = parse(PracticeWalletRequest, req.body)
    await fundPracticeWallet(deps.practice, address)
    res.status(204).end()
  })

  return router
}

/** {@link verifyWallet}, counted. @throws AppError as that does, and TOO_MANY_REQUESTS */
export async function proveWallet(
  deps: VerifyWalletDeps & Pick<Kit, 'take'>,
  signed: SignedMessage,
  purpose: WalletPurpose,
  { network, mark }: Caller,
): Promise<string> {
  await deps.take(SIGNATURE_PAIR, `${network} ${signed.walletAddress.toLowerCase()}`)
  return verifyWallet(deps, signed, { purpose, mark })
}
