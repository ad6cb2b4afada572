/** @jest-environment ./packages/slice-kit/src/testing/ethers-page-env.mjs */
import '../testing/page-globals.ts'
import 'fake-indexeddb/auto'
import { fromBase64Url, to0x } from '@inkproof/proof/bytes'
import { decodeSignedStatement } from '@inkproof/signing/signed-statement'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { removeEnvelope } from '../signing/signing-db.ts'
import { startFromDraft } from '../signing/start-envelope.ts'
import { openSigning } from '../testing/open-signing.tsx'
import { stubLayout } from '../testing/page-stubs.ts'
import { sampleDraft, sampleRecipient } from '../testing/sample-draft.ts'
import { ANA, signInAs } from '../testing/sign-in.ts'
import { type SigningService, startSigningService } from '../testing/signing-service.ts'
import { installTestWallet, type TestWallet } from '../testing/test-wallet.ts'
import { RequestView } from './request-view.tsx'

const ID = sampleDraft().envelopeId
stubLayout()
Object.assign(globalThis, { scrollTo: () => {} })

let signing: SigningService
let page: ReturnType<typeof openSigning>
let installed: TestWallet

beforeEach(async () => {
  installed = await installTestWallet()
  signing = await startSigningService()
})
afterEach(async () => {
  page.close()
  installed.uninstall()
  await removeEnvelope(ID)
  await signing.stop()
})

/** Opens the review of a document that only the user signs. @param wallet what they chose before they started */
async function openReview(wallet?: string): Promise<void> {
  const user = { ...ANA, walletAddress: installed.address() }
  signInAs(user)
  const recipients = [sampleRecipient(wallet === undefined ? {} : { wallet })]
  await startFromDraft(sampleDraft({ recipients }), user, () => {})
  page = openSigning(<RequestView id={ID} />)
}

const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }))

function signedWith(): string {
  const { signedStatement } = JSON.parse(signing.sent('/statement')[0] ?? '')
  const { key } = decodeSignedStatement(fromBase64Url(signedStatement))
  return key.type === 'wallet' ? to0x(key.address) : key.type
}

test('the sender signs with a wallet, which refuses once', async () => {
  await openReview()
  await press('Sign with a wallet')
  await page.user.click(await screen.findByRole('checkbox', { name: /I agree to sign/ }))
  const sign = screen.getByRole('button', { name: 'Sign document' })
  expect(sign.hasAttribute('disabled')).toBe(true)
  await press('Connect wallet')
  installed.wallet.behavior = 'rejects'
  await press('Sign document')
  expect(await screen.findByText(/^You rejected the request in your wallet/)).toBeTruthy()
  expect(signing.sent('/key')).toEqual([])
  installed.wallet.behavior = 'signs'
  await press('Try again')
  expect(await screen.findByText('The signed PDF is being created')).toBeTruthy()
  expect(signedWith()).toBe(installed.address())
})

test('a wallet that was chosen before is named in the request, and another one is noticed', async () => {
  const address = installed.address()
  await openReview(address)
  expect(JSON.parse(signing.sent('/start')[0] ?? '').recipients[0].wallet).toBe(address)
  await press('Connect wallet')
  await screen.findByRole('button', { name: 'Use another wallet' })
  expect(screen.queryByText(/^You wanted to sign with/)).toBeNull()
  await installed.switchAccount()
  expect(
    await screen.findByText(/^You wanted to sign with 0x.*belongs to your account/),
  ).toBeTruthy()
})

test('a wallet that the account no longer has is not named', async () => {
  await openReview(`0x${'ab'.repeat(20)}`)
  expect(JSON.parse(signing.sent('/start')[0] ?? '').recipients[0]).not.toHaveProperty('wallet')
})
