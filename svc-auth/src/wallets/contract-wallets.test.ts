import { sharedPart } from '@inkproof/service-kit/testing/fixture'
import { openLink, type TestLink } from '@inkproof/service-kit/testing/link'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Wallet } from 'ethers'
import {
  deployCodeAt,
  deployOwnedWallet,
  INFINITE_LOOP,
  RETURNS_ZERO,
  REVERTING,
} from '../testing/contract-wallets.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { walletOf } from '../testing/wallets.ts'

let auth: TestAuth
let link: TestLink
const chainUrl = sharedPart('INKPROOF_TEST_CHAIN_URL')
beforeAll(async () => {
  link = await openLink(new URL(chainUrl))
  auth = await startAuth({ env: { CHAIN_URL: link.url } })
})
afterAll(async () => {
  await auth.stop()
  await link.close()
})

/** A contract wallet whose message is signed with `key`. */
async function setup(plantAt: (address: string, owner: string) => Promise<void>) {
  const owner = Wallet.createRandom()
  const contract = walletOf(auth)
  await plantAt(contract.address, owner.address)
  const signed = async (by: Pick<Wallet, 'signMessage'> = owner) => {
    const message = await contract.ask()
    const signature = await by.signMessage(message)
    return { walletAddress: contract.address, signature, message }
  }
  return { contract, signed }
}

const owned = (address: string, owner: string) => deployOwnedWallet(chainUrl, address, owner)
const code = (bytes: string) => (address: string) => deployCodeAt(chainUrl, address, bytes)

test('a contract wallet signs in if its contract accepts the signature', async () => {
  const { contract, signed } = await setup(owned)
  const response = await contract.enter(await signed())
  expect([response.status, response.body().user.walletAddress]).toEqual([201, contract.address])
})

test('its contract refuses another key', async () => {
  const { contract, signed } = await setup(owned)
  const response = await contract.enter(await signed(Wallet.createRandom()))
  expect([response.status, response.text]).toEqual([
    400,
    'The signature is not from this wallet. In your wallet, choose the account that you connected, then sign again.',
  ])
})

test.each([
  ['reverts', REVERTING],
  ['never ends', INFINITE_LOOP],
  ['answers something else', RETURNS_ZERO],
])('a contract that %s has not signed', async (_what, bytes) => {
  const { contract, signed } = await setup(code(bytes))
  const response = await contract.enter(await signed())
  expect([response.status, response.headers.get('inkproof-error')]).toEqual([
    400,
    'WALLET_SIGNATURE_WRONG',
  ])
})

test('with the chain node unresponsive it is unavailable within 3 s, and a plain account still signs in', async () => {
  const { contract, signed } = await setup(owned)
  const body = await signed()
  link.pause()
  const startedAt = performance.now()
  const response = await contract.enter(body)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  expect(performance.now() - startedAt).toBeLessThan(3_000)
  expect((await walletOf(auth).signIn()).status).toBe(201)
  link.resume()
})

test('with the chain node down it is unavailable, and works again afterwards', async () => {
  const { contract, signed } = await setup(owned)
  const body = await signed()
  await link.cut()
  expect((await contract.enter(body)).status).toBe(503)
  await link.restore()
  expect((await contract.enter(await signed())).status).toBe(201)
})

test('a node of another chain is not trusted', async () => {
  const elsewhere = await startAuth({ env: { CHAIN_ID: '1' } })
  const owner = Wallet.createRandom()
  const contract = walletOf(elsewhere)
  await deployOwnedWallet(chainUrl, contract.address, owner.address)
  const message = await contract.ask()
  const signature = await owner.signMessage(message)
  const response = await contract.enter({ walletAddress: contract.address, signature, message })
  expect(response.status).toBe(503)
  await elsewhere.stop()
})
