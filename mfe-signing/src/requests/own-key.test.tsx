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
import { installTestPasskey, type TestPasskey } from '../testing/test-passkey.ts'
import { installTestWallet, type TestWallet } from '../testing/test-wallet.ts'
import { RequestView } from './request-view.tsx'

const ID = sampleDraft().envelopeId
stubLayout()
Object.assign(globalThis, { scrollTo: () => {} })

let signing: SigningService
let page: ReturnType<typeof openSigning>
let installed: TestWallet
let passkey: TestPasskey
const registered: TestPasskey['known'][] = []

beforeEach(async () => {
  installed = await installTestWallet()
  passkey = await installTestPasskey()
  registered.splice(0, registered.length, passkey.known)
  signing = await startSigningService({ passkeys: registered })
  passkey.visitByName()
})
afterEach(async () => {
  page.close()
  installed.uninstall()
  passkey.uninstall()
  await removeEnvelope(ID)
  await signing.stop()
})

/** Opens the review of a document that only the user signs. @param own what they chose before they started */
async function openReview(own: { wallet?: string; passkey?: string } = {}): Promise<void> {
  const user = { ...ANA, walletAddress: installed.address() }
  signInAs(user)
  const recipients = [sampleRecipient(own)]
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
  await press('Other ways to sign')
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
  await openReview({ wallet: address })
  expect(JSON.parse(signing.sent('/start')[0] ?? '').recipients[0].wallet).toBe(address)
  await press('Connect wallet')
  await screen.findByRole('button', { name: 'Use another wallet' })
  expect(screen.queryByText(/^You wanted to sign with/)).toBeNull()
  await installed.switchAccount()
  expect(
    await screen.findByText(/^You wanted to sign with 0x.*belongs to your account/),
  ).toBeTruthy()
})

test.each([
  ['wallet', `0x${'ab'.repeat(20)}`],
  ['passkey', 'AAAA'],
])('a %s that the account no longer has is not named', async (type, value) => {
  await openReview({ [type]: value })
  expect(JSON.parse(signing.sent('/start')[0] ?? '').recipients[0]).not.toHaveProperty(type)
})

test('a passkey that was chosen before is named in the request, and is the only one that is asked', async () => {
  const { id } = passkey.known
  await openReview({ passkey: id })
  expect(JSON.parse(signing.sent('/start')[0] ?? '').recipients[0].passkey).toBe(id)
  expect(await screen.findByText(/^Your device asks for your passkey twice: /)).toBeTruthy()
  await page.user.click(await screen.findByRole('checkbox', { name: /I agree to sign/ }))
  await press('Sign document')
  expect(await screen.findByText('The signed PDF is being created')).toBeTruthy()
  expect(signedWith()).toBe('P-256')
  expect(passkey.asked).toEqual([[id], [id]])
})

test('a passkey of another account is refused, and the sender can sign without one', async () => {
  registered.length = 0
  await openReview()
  await press('Other ways to sign')
  await press('Sign with a passkey')
  await page.user.click(await screen.findByRole('checkbox', { name: /I agree to sign/ }))
  await press('Sign document')
  expect(await screen.findByText('refused: SIGNING_PASSKEY_UNKNOWN')).toBeTruthy()
  await press('Sign without a passkey')
  await press('Try again')
  expect(await screen.findByText('The signed PDF is being created')).toBeTruthy()
  expect(passkey.asked).toEqual([null])
})
