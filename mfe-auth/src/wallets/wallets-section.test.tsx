/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { useToasts } from '@inkproof/slice'
import type { ReceivedRequest, TestResponse } from '@inkproof/slice/testing/serve'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { useAccount } from '../account/use-account.ts'
import { ACCOUNT, renderHookResult, show, signInAs, startService } from '../testing/page.tsx'
import { WalletsSection } from './wallets-section.tsx'

const ADDRESS = `0x${'ab'.repeat(20)}`
const OTHER_ADDRESS = `0x${'cd'.repeat(20)}`
const MESSAGE = 'Inkproof: add this wallet'
const wallet = (address: string) => ({ address, addedAt: '2026-01-01T00:00:00.000Z' })

let stop: () => Promise<void>
afterEach(async () => {
  Reflect.deleteProperty(globalThis, 'ethereum')
  await stop()
  act(() => useToasts.setState({ toasts: [] }))
})

/** Renders the section for a user with these wallets, on a page whose browser wallet signs every message. */
async function setup(
  addresses: string[],
  respond: (request: ReceivedRequest) => TestResponse = () => ({ body: ACCOUNT }),
) {
  const walletResponses: Record<string, unknown> = {
    eth_requestAccounts: [ADDRESS],
    eth_chainId: '0x1',
    personal_sign: '0x12',
  }
  const ethereum = {
    request: async ({ method }: { method: string }) => walletResponses[method],
    on: () => undefined,
    removeListener: () => undefined,
  }
  Object.assign(globalThis, { ethereum })
  const service = await startService((request) => {
    if (request.url === '/api/auth/account') return { body: ACCOUNT }
    return request.url === '/api/auth/siwe-message'
      ? { body: { message: MESSAGE } }
      : respond(request)
  })
  stop = service.stop
  signInAs()
  show(<WalletsSection account={{ ...ACCOUNT, wallets: addresses.map(wallet) }} />)
  return { ...service, user: userEvent.setup() }
}

const findButton = (name: string | RegExp) => screen.findByRole('button', { name })
const toastTitle = () => useToasts.getState().toasts[0]?.title

async function removeWallet(user: ReturnType<typeof userEvent.setup>, name: RegExp) {
  await user.click(await findButton(name))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
}

test('adds a wallet with a message signed for that purpose', async () => {
  const { user, sentTo } = await setup([])
  await user.click(await findButton('Add a wallet'))
  await user.click(await findButton('Connect Wallet'))
  await user.click(await findButton('Sign and add'))
  await waitFor(() => expect(toastTitle()).toBe('Wallet added'))
  expect(sentTo('/api/auth/siwe-message')[0]).toMatchObject({ purpose: 'link' })
  expect(sentTo('/api/auth/wallets')).toEqual([
    { walletAddress: ADDRESS, signature: '0x12', message: MESSAGE },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('shows in the open dialog that a wallet belongs to another account', async () => {
  const { user } = await setup([], () => ({ status: 409, body: 'Belongs to another account.' }))
  await user.click(await findButton('Add a wallet'))
  await user.click(await findButton('Connect Wallet'))
  await user.click(await findButton('Sign and add'))
  const dialog = within(await screen.findByRole('dialog'))
  expect((await dialog.findByRole('alert')).textContent).toBe('409: Belongs to another account.')
})

test('removes a wallet after confirmation and reloads the account', async () => {
  const { user, requests } = await setup([ADDRESS, OTHER_ADDRESS])
  renderHookResult(useAccount)
  const requestLines = () => requests.map(({ method, url }) => `${method} ${url}`)
  await waitFor(() => expect(requestLines()).toEqual(['GET /api/auth/account']))
  await user.click(await findButton(/^Remove 0xabab/))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(requestLines()).toHaveLength(1)
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(toastTitle()).toBe('Wallet removed'))
  expect(requestLines().slice(1)).toEqual([
    `DELETE /api/auth/wallets/${ADDRESS}`,
    'GET /api/auth/account',
  ])
})

test('keeps the last sign-in method, and explains why', async () => {
  const { user } = await setup([ADDRESS], () => ({
    status: 409,
    body: 'This is your only sign-in method.',
  }))
  await removeWallet(user, /^Remove 0xabab/)
  expect((await screen.findByRole('alert')).textContent).toBe(
    '409: This is your only sign-in method.',
  )
  expect(await findButton(/^Remove 0xabab/)).toBeTruthy()
  expect(toastTitle()).toBeUndefined()
})
