/** @jest-environment ./packages/slice-kit/src/testing/ethers-env.mjs */

import { USER_REJECTED, type WalletError } from '@inkproof/slice-parts/wallet-provider'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { verifyTypedData, Wallet } from 'ethers'
import { startService } from '../../testing/page.tsx'
import { storeKey } from './key-store.ts'
import { handleRequest } from './practice-wallet.ts'

const { address, privateKey } = Wallet.createRandom()
const DOMAIN = { name: 'Ether Mail', version: '1', chainId: 31_337 }
const TYPES = { Mail: [{ name: 'contents', type: 'string' }] }
const MESSAGE = { contents: 'Hello, Bob!' }
const TYPED_DATA = {
  domain: DOMAIN,
  types: { EIP712Domain: [{ name: 'name', type: 'string' }], ...TYPES },
  primaryType: 'Mail',
  message: MESSAGE,
}

let stop: () => Promise<void>
beforeEach(async () => {
  const service = await startService(() => ({ status: 204 }))
  stop = service.stop
  await storeKey(privateKey)
})
afterEach(async () => {
  await handleRequest({ method: 'wallet_revokePermissions' })
  await stop()
})

const connect = () => handleRequest({ method: 'eth_requestAccounts' })
const sign = (data: unknown, account: unknown = address) =>
  handleRequest({ method: 'eth_signTypedData_v4', params: [account, data] })
const rejectionCode = (pending: Promise<unknown>) =>
  pending.then(
    () => undefined,
    ({ code }: WalletError) => code,
  )
const findPrompt = () =>
  screen.findByRole('alertdialog', { name: 'Sign with your practice wallet?' })

test.each([
  ['as JSON', JSON.stringify(TYPED_DATA)],
  ['as an object', TYPED_DATA],
])('shows typed data (%s) in full and signs it after confirmation', async (_, data) => {
  await connect()
  const signed = sign(data)
  const dialog = within(await findPrompt())
  const displayedText = dialog.getByLabelText<HTMLTextAreaElement>('Message to sign').value
  expect(displayedText).toMatch(/^Mail\n/)
  expect(JSON.parse(displayedText.slice('Mail\n'.length))).toEqual({
    domain: DOMAIN,
    message: MESSAGE,
  })
  await userEvent.setup().click(dialog.getByRole('button', { name: 'Sign' }))
  expect(verifyTypedData(DOMAIN, TYPES, MESSAGE, String(await signed))).toBe(address)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('does not sign typed data that the user rejects', async () => {
  await connect()
  const codePromise = rejectionCode(sign(TYPED_DATA))
  const dialog = within(await findPrompt())
  await userEvent.setup().click(dialog.getByRole('button', { name: 'Reject' }))
  expect(await codePromise).toBe(USER_REJECTED)
})

test.each([
  ['not JSON', '{'],
  ['missing', undefined],
  ['without types', { domain: DOMAIN, message: MESSAGE }],
])('rejects invalid typed data (%s) without a prompt', async (_, data) => {
  await connect()
  expect(await rejectionCode(sign(data))).toBe(-32_602)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('rejects a request without a prompt if the page is not connected or requests another account', async () => {
  expect(await rejectionCode(sign(TYPED_DATA))).toBe(4100)
  await connect()
  expect(await rejectionCode(sign(TYPED_DATA, Wallet.createRandom().address))).toBe(4100)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
