/** @jest-environment ./packages/slice-kit/src/testing/ethers-page-env.mjs */
import '../testing/page-globals.ts'
import '../testing/link-page-globals.ts'
import 'fake-indexeddb/auto'
import { to0x } from '@inkproof/proof/bytes'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { BEN_SIGNATURE, forgetBrowser } from '../testing/linked-page.tsx'
import { linkedPageForEachTest } from '../testing/linked-page-tests.tsx'
import { startSigningLinkService } from '../testing/signing-link-service.ts'
import { installTestWallet, type TestWallet } from '../testing/test-wallet.ts'

let installed: TestWallet

const { close, enterCode, heading, open, openConfirmation, press, sent, sentStatement } =
  linkedPageForEachTest(async () => {
    installed = await installTestWallet()
    return startSigningLinkService({ fields: [BEN_SIGNATURE] })
  })
afterEach(() => void installed.uninstall())

/** To the confirmation, with the wallet connected. */
async function connect(): Promise<void> {
  await openConfirmation()
  await press('Other ways to sign')
  await press('Sign with a wallet')
  await press('Connect wallet')
  await screen.findByRole('button', { name: 'Use another wallet' })
}

test('a recipient signs with a wallet, which shows what it signs', async () => {
  await openConfirmation()
  await press('Other ways to sign')
  await press('Sign with a wallet')
  expect(screen.queryByRole('button', { name: 'Send code' })).toBeNull()
  await press('Connect wallet')
  await press('Send code')
  await enterCode('Sign document')
  await heading('You have signed')
  const about = { title: 'Lease 2026', recipient: 'Ben Okafor' }
  expect(installed.shown).toMatchObject([
    { primaryType: 'SigningWallet', ...about, site: 'https://sign.example.com' },
    { primaryType: 'Statement', ...about, act: 'sign', documents: ['Lease.pdf'] },
  ])
  const { key } = sentStatement()
  expect(key.type === 'wallet' && to0x(key.address)).toBe(installed.address())
})

test.each([
  ['rejects', 'You rejected the request in your wallet. Nothing was signed.'],
  ['is locked', /^Your wallet is locked, or this account is no longer connected/],
  ['is a contract', /Wallets that are contracts cannot sign documents/],
  ['signs with another key', /^The signature is not from the account 0x[0-9a-f]{40}\. Select this/],
] as const)(
  'if the wallet %s, nothing is sent, and the person can try again',
  async (behavior, text) => {
    await connect()
    installed.wallet.behavior = behavior
    await press('Send code')
    expect(await screen.findByText(text)).toBeTruthy()
    expect(sent('code')).toEqual([])
    installed.wallet.behavior = 'signs'
    await press('Send code')
    installed.wallet.behavior = behavior
    await enterCode('Sign document')
    expect(await screen.findByText(text)).toBeTruthy()
    expect(sent('statement')).toEqual([])
    installed.wallet.behavior = 'signs'
    await press('Sign document')
    await heading('You have signed')
  },
)

test('a wallet that does not answer can be given up, and one that is locked connected again', async () => {
  await connect()
  installed.wallet.behavior = 'is silent'
  await press('Send code')
  expect(await screen.findByText(/^Continue in Browser wallet/)).toBeTruthy()
  await press('Cancel')
  const send = await screen.findByRole('button', { name: 'Send code' })
  await waitFor(() => expect(send.hasAttribute('disabled')).toBe(false))
  expect(screen.queryByText('Not signed yet')).toBeNull()
  await installed.lock()
  expect(await screen.findByText(/^Your wallet was locked or disconnected/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send code' })).toBeNull()
  await press('Connect wallet')
  await screen.findByRole('button', { name: 'Send code' })
})

test('the same wallet goes on in another browser without a code; another account needs the sender', async () => {
  await connect()
  await press('Send code')
  await screen.findByLabelText(/Code from the e-mail/)
  installed.wallet.behavior = 'rejects'
  await enterCode('Sign document')
  await screen.findByText(/^You rejected the request/)
  close()
  await forgetBrowser()
  installed.wallet.behavior = 'signs'
  await openConfirmation()
  expect(await screen.findByText(/You confirmed your identity with the wallet 0x/)).toBeTruthy()
  await press('Connect wallet')
  await screen.findByText('You have confirmed your e-mail address with this wallet.')
  const bound = installed.address()
  await installed.switchAccount()
  expect(await screen.findByText('Another account is selected')).toBeTruthy()
  const expected = `${bound.slice(0, 6)}...${bound.slice(-4)}`
  expect(screen.getByText(new RegExp(`${expected}.*permission of Reis Homes`))).toBeTruthy()
  await press('Send code')
  await enterCode('Sign document')
  await heading('Permission needed')
  expect(installed.shown.map(({ primaryType }) => primaryType)).toEqual([
    ...['SigningWallet', 'Statement', 'SigningWallet'],
  ])
})

test('without a wallet, says what to do, and signs with a key of the browser', async () => {
  installed.uninstall()
  await openConfirmation()
  await press('Other ways to sign')
  await press('Sign with a wallet')
  expect(await screen.findByText(/^No wallet was found in this browser/)).toBeTruthy()
  await press('Sign without a wallet')
  await press('Send code')
  await enterCode('Sign document')
  await heading('You have signed')
})

test('a person who changes their mind needs a new code, because each works with one key', async () => {
  await connect()
  await press('Send code')
  await screen.findByLabelText(/Code from the e-mail/)
  await press('Sign without a wallet')
  expect(screen.queryByLabelText(/Code from the e-mail/)).toBeNull()
  await press('Send code')
  await enterCode('Sign document')
  await heading('You have signed')
  expect(sentStatement().key.type).toBe('P-256')
})

test('no wallet is offered to a person who declines, but one that confirmed them before is used', async () => {
  open()
  await press('Decline')
  await screen.findByRole('button', { name: 'Send code' })
  expect(screen.queryByRole('button', { name: 'Sign with a wallet' })).toBeNull()
  close()
  await connect()
  await press('Send code')
  installed.wallet.behavior = 'rejects'
  await enterCode('Sign document')
  await screen.findByText(/^You rejected the request/)
  installed.wallet.behavior = 'signs'
  await press('If you do not want to sign')
  await press('Decline')
  await press('Decline document')
  await heading('You declined')
  expect(sentStatement('decline').key.type).toBe('wallet')
})
