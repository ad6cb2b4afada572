import { sharedServiceUrl } from '@inkproof/service-kit/testing/fixture'
import { openLink, type TestLink } from '@inkproof/service-kit/testing/link'
import { startTickClock } from '@inkproof/service-kit/testing/tick-clock'
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
import { createTestWallet } from '../testing/wallets.ts'

let auth: TestAuth
let link: TestLink
const chainUrl = sharedServiceUrl('INKPROOF_TEST_CHAIN_URL')
beforeAll(async () => {
  link = await openLink(new URL(chainUrl))
  auth = await startAuth({ env: { CHAIN_URL: link.url } })
})
afterAll(async () => {
  await auth.stop()
  await link.close()
})

/** Deploys a contract wallet; `sign` signs a sign-in message with its owner's key. */
async function setup(deploy: (address: string, owner: string) => Promise<void>) {
  const owner = Wallet.createRandom()
  const contract = createTestWallet(auth)
  await deploy(contract.address, owner.address)
  const sign = async (signer: Pick<Wallet, 'signMessage'> = owner) => {
    const message = await contract.requestMessage()
    const signature = await signer.signMessage(message)
    return { walletAddress: contract.address, signature, message }
  }
  return { contract, sign }
}

const deployOwned = (address: string, owner: string) => deployOwnedWallet(chainUrl, address, owner)
const deployCode = (bytes: string) => (address: string) => deployCodeAt(chainUrl, address, bytes)

test('a contract wallet signs in if its contract accepts the signature', async () => {
  const { contract, sign } = await setup(deployOwned)
  const response = await contract.sendSignature(await sign())
  expect([response.status, response.body().user.walletAddress]).toEqual([201, contract.address])
})

test('a contract wallet is refused if its contract rejects the signature', async () => {
  const { contract, sign } = await setup(deployOwned)
  const response = await contract.sendSignature(await sign(Wallet.createRandom()))
  expect([response.status, response.text]).toEqual([
    400,
    'The signature is not from this wallet. In your wallet, choose the account that you connected, then sign again.',
  ])
})

test.each([
  ['reverts', REVERTING],
  ['loops forever', INFINITE_LOOP],
  ['returns another value', RETURNS_ZERO],
])('a contract that %s does not count as signed', async (_what, bytes) => {
  const { contract, sign } = await setup(deployCode(bytes))
  const response = await contract.sendSignature(await sign())
  expect([response.status, response.headers.get('inkproof-error')]).toEqual([
    400,
    'WALLET_SIGNATURE_WRONG',
  ])
})

test('while the chain node hangs, contract wallets are unavailable within 3 s and plain wallets sign in', async () => {
  const { contract, sign } = await setup(deployOwned)
  const body = await sign()
  link.pause()
  const clock = startTickClock()
  const response = await contract.sendSignature(body)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  expect(clock.stop()).toBeLessThan(3_000)
  expect((await createTestWallet(auth).signIn()).status).toBe(201)
  link.resume()
})

test('contract wallets are unavailable while the chain node is down, and work again afterwards', async () => {
  const { contract, sign } = await setup(deployOwned)
  const body = await sign()
  await link.cut()
  expect((await contract.sendSignature(body)).status).toBe(503)
  await link.restore()
  expect((await contract.sendSignature(await sign())).status).toBe(201)
})

test('a node of another chain is not trusted', async () => {
  const otherChain = await startAuth({ env: { CHAIN_ID: '1' } })
  const owner = Wallet.createRandom()
  const contract = createTestWallet(otherChain)
  await deployOwnedWallet(chainUrl, contract.address, owner.address)
  const message = await contract.requestMessage()
  const signature = await owner.signMessage(message)
  const response = await contract.sendSignature({
    walletAddress: contract.address,
    signature,
    message,
  })
  expect(response.status).toBe(503)
  await otherChain.stop()
})
