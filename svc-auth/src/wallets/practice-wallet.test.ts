import { sharedServiceUrl } from '@inkproof/service-kit/testing/fixture'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { parseEther, toQuantity } from 'ethers'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { createTestWallet } from '../testing/wallets.ts'
import { createNodeClient } from './chain-node.ts'

let auth: TestAuth
const chainUrl = sharedServiceUrl('INKPROOF_TEST_CHAIN_URL')
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

const fund = (address: string, service = auth, headers = {}) =>
  service.send('POST', '/api/auth/practice-wallet', { address }, undefined, headers)
const balance = async (address: string) =>
  BigInt(String(await createNodeClient(chainUrl)('eth_getBalance', [address, 'latest'])))

test('the call funds a practice wallet with test ether', async () => {
  const { address } = createTestWallet(auth)
  expect((await fund(address)).status).toBe(204)
  expect(await balance(address)).toBe(parseEther('100'))
})

test('the call never lowers an existing balance', async () => {
  const { address } = createTestWallet(auth)
  const before = parseEther('5000')
  await createNodeClient(chainUrl)('anvil_setBalance', [address, toQuantity(before)])
  expect((await fund(address)).status).toBe(204)
  expect(await balance(address)).toBe(before)
})

test('the call returns 404 unless the chain is the embedded one', async () => {
  const withoutChain = await startAuth({ env: { EMBEDDED: 'false' } })
  const { address } = createTestWallet(withoutChain)
  expect((await fund(address, withoutChain)).status).toBe(404)
  expect(await balance(address)).toBe(0n)
  await withoutChain.stop()
})

test('funding requests are limited per client IP and hour', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.55' }
  const { address } = createTestWallet(auth)
  await fund(address)
  const statuses: number[] = []
  for (let round = 0; round < 61; round++) {
    statuses.push((await fund(address, auth, headers)).status)
  }
  expect([new Set(statuses.slice(0, 60)), statuses[60]]).toEqual([new Set([204]), 429])
})
