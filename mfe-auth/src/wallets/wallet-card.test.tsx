/** @jest-environment ./packages/slice-kit/src/testing/ethers-env.mjs */
import { setHost } from '@inkproof/slice'
import type { Answer, ReceivedRequest } from '@inkproof/slice/testing/serve'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { show, startService, USER } from '../testing/page.tsx'
import { announcePracticeWallet } from './practice/announce.ts'
import { WalletCard } from './wallet-card.tsx'

const ADDRESS = `0x${'ab'.repeat(20)}`
const MESSAGE = 'localhost wants you to sign in'

type Answers = Record<string, () => unknown>
type Listener = (value: unknown) => void

let stop: () => Promise<void>
beforeEach(() => setHost({ site: {}, loadFill: async () => null }))
afterEach(async () => {
  Reflect.deleteProperty(globalThis, 'ethereum')
  await stop()
})

/** A page with a wallet at `window.ethereum` that answers as scripted. */
async function setup(
  answers: Answers | null = {},
  answer: (request: ReceivedRequest) => Answer = () => ({ body: { user: USER, token: 'fresh' } }),
) {
  const listeners = new Map<string, Listener>()
  const scripted: Answers = {
    eth_requestAccounts: () => [ADDRESS],
    eth_chainId: () => '0x1',
    personal_sign: () => '0x12',
    wallet_revokePermissions: () => null,
    ...answers,
  }
  const ethereum = {
    request: async ({ method }: { method: string }) => scripted[method]?.(),
    on: (event: string, listener: Listener) => listeners.set(event, listener),
    removeListener: (event: string) => listeners.delete(event),
  }
  if (answers) Object.assign(globalThis, { ethereum })
  const service = await startService((request) => {
    if (request.url === '/api/auth/captcha') return { body: { kind: 'off', calls: [] } }
    return request.url === '/api/auth/siwe-message'
      ? { body: { message: MESSAGE } }
      : answer(request)
  })
  stop = service.stop
  const given: unknown[] = []
  show(<WalletCard onAnswer={(one) => given.push(one)} />)
  const user = userEvent.setup()
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  const emit = (event: string, value: unknown) => act(() => listeners.get(event)?.(value))
  return { ...service, given, press, emit, scripted, listeners }
}

const alert = async () => (await screen.findByRole('alert')).textContent
const connected = () => screen.findByRole('button', { name: 'Disconnect Wallet' })

test('connects, signs and passes on the service’s response', async () => {
  const { press, given, sentTo } = await setup()
  await press('Connect Wallet')
  await connected()
  await press('Sign and Authenticate')
  await waitFor(() => expect(given).toEqual([{ user: USER, token: 'fresh' }]))
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

test('shows the specified sentences for a missing wallet, address or message', async () => {
  const { press } = await setup(null)
  await press('Sign and Authenticate')
  expect(await alert()).toBe('Please connect your wallet first')
  await press('Connect Wallet')
  expect(await alert()).toBe(
    'MetaMask or other Web3 wallet not found. Please install a Web3 wallet.',
  )
  expect(screen.queryByRole('button', { name: 'Create a practice wallet' })).toBeNull()
})

test('shows the step’s fallback for an error without a message', async () => {
  const fails = () => {
    throw new Error('')
  }
  const { press, scripted } = await setup({ eth_requestAccounts: fails, personal_sign: fails })
  await press('Connect Wallet')
  expect(await alert()).toBe('Failed to connect wallet')
  scripted['eth_requestAccounts'] = () => [ADDRESS]
  await press('Connect Wallet')
  await connected()
  expect(screen.queryByRole('alert')).toBeNull()
  await press('Sign and Authenticate')
  expect(await alert()).toBe('Wallet authentication failed')
})

test('ignores a response that arrives after Cancel', async () => {
  let answer = (_: unknown) => {}
  const late = new Promise((resolve) => {
    answer = resolve
  })
  const { press } = await setup({ eth_requestAccounts: () => late })
  await press('Connect Wallet')
  expect(screen.getByRole('button', { name: 'Connect Wallet' }).hasAttribute('disabled')).toBe(true)
  await press('Cancel')
  await act(async () => answer([ADDRESS]))
  expect(screen.queryByRole('button', { name: 'Disconnect Wallet' })).toBeNull()
})

test('disconnects a wallet that was locked, and stops listening to it', async () => {
  const { press, emit, listeners } = await setup()
  await press('Connect Wallet')
  await connected()
  emit('accountsChanged', [])
  expect(await alert()).toBe(
    'Your wallet was locked or disconnected. Connect it again to continue.',
  )
  expect(listeners.size).toBe(0)
})

test('offers the practice wallet on the embedded chain only', async () => {
  setHost({ site: { embedded: true }, loadFill: async () => null })
  const { press } = await setup(null)
  await press('Connect Wallet')
  expect(await screen.findByRole('button', { name: 'Create a practice wallet' })).toBeTruthy()
})

test('connects a new practice wallet, and signs on the next click', async () => {
  setHost({ site: { embedded: true }, loadFill: async () => null })
  const { press, given, sentTo } = await setup(null, ({ url }) => {
    if (url === '/api/auth/practice-wallet') return { status: 204 }
    if (url === '/log/policy.json') return { body: { chainId: 31_337 } }
    return { body: { user: USER, token: 'fresh' } }
  })
  announcePracticeWallet()
  await press('Connect Wallet')
  await press('Create a practice wallet')
  await connected()
  const sign = screen.getByRole('button', { name: 'Sign and Authenticate' })
  await waitFor(() => expect(document.activeElement).toBe(sign))
  expect(screen.queryByRole('alert')).toBeNull()
  await press('Sign and Authenticate')
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.setup().click(question.getByRole('button', { name: 'Sign' }))
  await waitFor(() => expect(given).toEqual([{ user: USER, token: 'fresh' }]))
  expect(sentTo('/api/auth/wallet-auth')).toHaveLength(1)
})
