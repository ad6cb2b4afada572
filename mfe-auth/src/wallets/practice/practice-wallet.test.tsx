/** @jest-environment ./packages/slice-kit/src/testing/ethers-env.mjs */
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { verifyTypedData, Wallet } from 'ethers'
import { startService } from '../../testing/page.tsx'
import { USER_REJECTED, type WalletError } from '../provider.ts'
import { storeKey } from './keep.ts'
import { answer } from './practice-wallet.ts'

const { address, privateKey } = Wallet.createRandom()
const DOMAIN = { name: 'Ether Mail', version: '1', chainId: 31_337 }
const TYPES = { Mail: [{ name: 'contents', type: 'string' }] }
const MESSAGE = { contents: 'Hello, Bob!' }
const TYPED = {
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
  await answer({ method: 'wallet_revokePermissions' })
  await stop()
})

const connect = () => answer({ method: 'eth_requestAccounts' })
const sign = (data: unknown, account: unknown = address) =>
  answer({ method: 'eth_signTypedData_v4', params: [account, data] })
const faultOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    ({ code }: WalletError) => code,
  )
const question = () => screen.findByRole('alertdialog', { name: 'Sign with your practice wallet?' })

test.each([
  ['as JSON', JSON.stringify(TYPED)],
  ['as it is', TYPED],
])('shows typed data, given %s, in full and signs it after confirmation', async (_, data) => {
  await connect()
  const signed = sign(data)
  const dialog = within(await question())
  const shown = dialog.getByLabelText<HTMLTextAreaElement>('What is signed').value
  expect(shown).toMatch(/^Mail\n/)
  expect(JSON.parse(shown.slice('Mail\n'.length))).toEqual({ domain: DOMAIN, message: MESSAGE })
  await userEvent.setup().click(dialog.getByRole('button', { name: 'Sign' }))
  expect(verifyTypedData(DOMAIN, TYPES, MESSAGE, String(await signed))).toBe(address)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('does not sign typed data that the person rejects', async () => {
  await connect()
  const refused = faultOf(sign(TYPED))
  const dialog = within(await question())
  await userEvent.setup().click(dialog.getByRole('button', { name: 'Reject' }))
  expect(await refused).toBe(USER_REJECTED)
})

test.each([
  ['no JSON', '{'],
  ['nothing', undefined],
  ['no types', { domain: DOMAIN, message: MESSAGE }],
])('rejects invalid typed data (%s) without a prompt', async (_, data) => {
  await connect()
  expect(await faultOf(sign(data))).toBe(-32_602)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('rejects a page that is not connected, or names another account, without a prompt', async () => {
  expect(await faultOf(sign(TYPED))).toBe(4100)
  await connect()
  expect(await faultOf(sign(TYPED, Wallet.createRandom().address))).toBe(4100)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
