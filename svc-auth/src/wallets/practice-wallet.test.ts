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

const fund = (address: string, by = auth, headers = {}) =>
  by.send('POST', '/api/auth/practice-wallet', { address }, undefined, headers)
const balance = async (address: string) =>
  BigInt(String(await openNode(chainUrl)('eth_getBalance', [address, 'latest'])))

test('funds a practice wallet with test ether', async () => {
  const { address } = walletOf(auth)
  expect((await fund(address)).status).toBe(204)
  expect(await balance(address)).toBe(parseEther('100'))
})

test('never lowers an existing balance', async () => {
  const { address } = walletOf(auth)
  const before = parseEther('5000')
  await openNode(chainUrl)('anvil_setBalance', [address, toQuantity(before)])
  expect((await fund(address)).status).toBe(204)
  expect(await balance(address)).toBe(before)
})

test('returns 404 unless the chain is the embedded one', async () => {
  const real = await startAuth({ env: { EMBEDDED: 'false' } })
  const { address } = walletOf(real)
  expect((await fund(address, real)).status).toBe(404)
  expect(await balance(address)).toBe(0n)
  await real.stop()
})

test('limits funding requests per client IP and hour', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.55' }
  const { address } = walletOf(auth)
  await fund(address)
  const statuses: number[] = []
  for (let round = 0; round < 61; round++) {
    statuses.push((await fund(address, auth, headers)).status)
  }
  expect([new Set(statuses.slice(0, 60)), statuses[60]]).toEqual([new Set([204]), 429])
})
