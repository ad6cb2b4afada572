import { sharedPart } from '@inkproof/service-kit/testing/fixture'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { parseEther, toQuantity } from 'ethers'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { walletOf } from '../testing/wallets.ts'
import { openNode } from './chain-node.ts'

let auth: TestAuth
const chainUrl = sharedPart('INKPROOF_TEST_CHAIN_URL')
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

const fund = (address: string, by = auth, more = {}) =>
  by.send('POST', '/api/auth/practice-wallet', { address }, undefined, more)
const balance = async (address: string) =>
  BigInt(String(await openNode(chainUrl)('eth_getBalance', [address, 'latest'])))

test('a practice wallet gets test money', async () => {
  const { address } = walletOf(auth)
  expect((await fund(address)).status).toBe(204)
  expect(await balance(address)).toBe(parseEther('100'))
})

test('nobody loses money by it', async () => {
  const { address } = walletOf(auth)
  const held = parseEther('5000')
  await openNode(chainUrl)('anvil_setBalance', [address, toQuantity(held)])
  expect((await fund(address)).status).toBe(204)
  expect(await balance(address)).toBe(held)
})

test('on a chain that is not the installation’s own the call does not exist', async () => {
  const real = await startAuth({ env: { EMBEDDED: 'false' } })
  const { address } = walletOf(real)
  expect((await fund(address, real)).status).toBe(404)
  expect(await balance(address)).toBe(0n)
  await real.stop()
})

test('one address gets a limited number per hour', async () => {
  const place = { 'x-forwarded-for': '192.0.2.55' }
  const { address } = walletOf(auth)
  await fund(address)
  const statuses: number[] = []
  for (let round = 0; round < 61; round++) {
    statuses.push((await fund(address, auth, place)).status)
  }
  expect([new Set(statuses.slice(0, 60)), statuses[60]]).toEqual([new Set([204]), 429])
})
