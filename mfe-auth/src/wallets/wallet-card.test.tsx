/** @jest-environment ./packages/slice-kit/src/testing/ethers-env.mjs */
import { setHost } from '@inkproof/slice'
import type { ReceivedRequest, TestResponse } from '@inkproof/slice/testing/serve'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { show, startService, USER } from '../testing/page.tsx'
import { announcePracticeWallet } from './practice/announce.ts'
import { WalletCard } from './wallet-card.tsx'

const ADDRESS = `0x${'ab'.repeat(20)}`
const MESSAGE = 'localhost wants you to sign in'

type WalletResponses = Record<string, () => unknown>
type Listener = (value: unknown) => void

let stop: () => Promise<void>
beforeEach(() => setHost({ site: {}, loadFill: async () => null }))
afterEach(async () => {
  Reflect.deleteProperty(globalThis, 'ethereum')
  await stop()
})

/** Renders the card on a page whose `window.ethereum` returns the given responses; null for no wallet. */
async function setup(
  responses: WalletResponses | null = {},
  respond: (request: ReceivedRequest) => TestResponse = () => ({
    body: { user: USER, token: 'fresh' },
  }),
) {
  const listeners = new Map<string, Listener>()
  const scripted: WalletResponses = {
    eth_requestAccounts: () => [ADDRESS],
    eth_chainId: () => '0x1',
    personal_sign: () => '0x12',
    wallet_revokePermissions: () => null,
    ...responses,
  }
  const ethereum = {
    request: async ({ method }: { method: string }) => scripted[method]?.(),
    on: (event: string, listener: Listener) => listeners.set(event, listener),
    removeListener: (event: string) => listeners.delete(event),
  }
  if (responses) Object.assign(globalThis, { ethereum })
  const service = await startService((request) => {
    if (request.url === '/api/auth/captcha') return { body: { kind: 'off', calls: [] } }
    return request.url === '/api/auth/siwe-message'
      ? { body: { message: MESSAGE } }
      : respond(request)
  })
  stop = service.stop
  const received: unknown[] = []
  show(<WalletCard onResponse={(response) => received.push(response)} />)
  const user = userEvent.setup()
  const clickButton = (name: string) => user.click(screen.getByRole('button', { name }))
  const emit = (event: string, value: unknown) => act(() => listeners.get(event)?.(value))
  return { ...service, received, clickButton, emit, scripted, listeners }
}

const findAlertText = async () => (await screen.findByRole('alert')).textContent
const findDisconnectButton = () => screen.findByRole('button', { name: 'Disconnect Wallet' })

test('a refusal shows the wallet’s own message, or the fallback if it has none', async () => {
  const refuse = (message: string) => () => {
    throw Object.assign(new Error(message), { code: 4001 })
  }
  const { clickButton, scripted } = await setup({ eth_requestAccounts: refuse('Not today.') })
  await clickButton('Connect Wallet')
  expect(await findAlertText()).toBe('Not today.')
  scripted['eth_requestAccounts'] = () => [ADDRESS]
  await clickButton('Connect Wallet')
  await findDisconnectButton()
  scripted['personal_sign'] = refuse('')
  await clickButton('Sign and Authenticate')
  expect(await findAlertText()).toBe('Wallet authentication failed')
})

test('connects, signs and passes on the service’s response', async () => {
  const { clickButton, received, sentTo } = await setup()
  await clickButton('Connect Wallet')
  await findDisconnectButton()
  await clickButton('Sign and Authenticate')
  await waitFor(() => expect(received).toEqual([{ user: USER, token: 'fresh' }]))
  expect(sentTo('/api/auth/siwe-message')).toEqual([
    { walletAddress: ADDRESS, domain: location.host },
  ])
  expect(sentTo('/api/auth/wallet-auth')).toEqual([
    {
      walletAddress: ADDRESS,
      signature: '0x12',
      message: MESSAGE,
      turnstileToken: 'disabled-for-testing',
    },
  ])
})

test('shows the specified messages when no wallet is connected or found', async () => {
  const { clickButton } = await setup(null)
  await clickButton('Sign and Authenticate')
  expect(await findAlertText()).toBe('Please connect your wallet first')
  await clickButton('Connect Wallet')
  expect(await findAlertText()).toBe(
    'MetaMask or other Web3 wallet not found. Please install a Web3 wallet.',
  )
  expect(screen.queryByRole('button', { name: 'Create a practice wallet' })).toBeNull()
})

test('shows the step’s fallback for an error without a message', async () => {
  const throwEmptyError = () => {
    throw new Error('')
  }
  const { clickButton, scripted } = await setup({
    eth_requestAccounts: throwEmptyError,
    personal_sign: throwEmptyError,
  })
  await clickButton('Connect Wallet')
  expect(await findAlertText()).toBe('Failed to connect wallet')
  scripted['eth_requestAccounts'] = () => [ADDRESS]
  await clickButton('Connect Wallet')
  await findDisconnectButton()
  expect(screen.queryByRole('alert')).toBeNull()
  await clickButton('Sign and Authenticate')
  expect(await findAlertText()).toBe('Wallet authentication failed')
})

test('ignores a response that arrives after Cancel', async () => {
  let release = (_: unknown) => {}
  const pendingResponse = new Promise((resolve) => {
    release = resolve
  })
  const { clickButton } = await setup({ eth_requestAccounts: () => pendingResponse })
  await clickButton('Connect Wallet')
  expect(screen.getByRole('button', { name: 'Connect Wallet' }).hasAttribute('disabled')).toBe(true)
  await clickButton('Cancel')
  await act(async () => release([ADDRESS]))
  expect(screen.queryByRole('button', { name: 'Disconnect Wallet' })).toBeNull()
})

test('disconnects a wallet that was locked, and stops listening to it', async () => {
  const { clickButton, emit, listeners } = await setup()
  await clickButton('Connect Wallet')
  await findDisconnectButton()
  emit('accountsChanged', [])
  expect(await findAlertText()).toBe(
    'Your wallet was locked or disconnected. Connect it again to continue.',
  )
  expect(listeners.size).toBe(0)
})

test('offers the practice wallet on the embedded chain only', async () => {
  setHost({ site: { embedded: true }, loadFill: async () => null })
  const { clickButton } = await setup(null)
  await clickButton('Connect Wallet')
  expect(await screen.findByRole('button', { name: 'Create a practice wallet' })).toBeTruthy()
})

test('connects a new practice wallet, and signs on the next click', async () => {
  setHost({ site: { embedded: true }, loadFill: async () => null })
  const { clickButton, received, sentTo } = await setup(null, ({ url }) => {
    if (url === '/api/auth/practice-wallet') return { status: 204 }
    if (url === '/log/policy.json') return { body: { version: 1, records: [{ chainId: 31_337 }] } }
    return { body: { user: USER, token: 'fresh' } }
  })
  announcePracticeWallet()
  await clickButton('Connect Wallet')
  await clickButton('Create a practice wallet')
  await findDisconnectButton()
  const sign = screen.getByRole('button', { name: 'Sign and Authenticate' })
  await waitFor(() => expect(document.activeElement).toBe(sign))
  expect(screen.queryByRole('alert')).toBeNull()
  await clickButton('Sign and Authenticate')
  const prompt = within(await screen.findByRole('alertdialog'))
  await userEvent.setup().click(prompt.getByRole('button', { name: 'Sign' }))
  await waitFor(() => expect(received).toEqual([{ user: USER, token: 'fresh' }]))
  expect(sentTo('/api/auth/wallet-auth')).toHaveLength(1)
})
