import { sharedServiceUrl } from '@inkproof/service-kit/testing/fixture'
import { startTcpProxy, type TcpProxy } from '@inkproof/service-kit/testing/tcp-proxy'
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
let chainProxy: TcpProxy
const chainUrl = sharedServiceUrl('INKPROOF_TEST_CHAIN_URL')
beforeAll(async () => {
  chainProxy = await startTcpProxy(new URL(chainUrl))
  auth = await startAuth({ env: { CHAIN_URL: chainProxy.url } })
})
afterAll(async () => {
  await auth.stop()
  await chainProxy.close()
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
])('a signature is refused if the contract of its wallet %s', async (_what, bytes) => {
  const { contract, sign } = await setup(deployCode(bytes))
  const response = await contract.sendSignature(await sign())
  expect([response.status, response.headers.get('inkproof-error')]).toEqual([
    400,
    'WALLET_SIGNATURE_WRONG',
  ])
})

test('while the chain node hangs, a contract wallet gets a 503 within 3 s, and plain wallets can sign in', async () => {
  const { contract, sign } = await setup(deployOwned)
  const body = await sign()
  chainProxy.pause()
  const clock = startTickClock()
  const response = await contract.sendSignature(body)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  expect(clock.stop()).toBeLessThan(3_000)
  expect((await createTestWallet(auth).signIn()).status).toBe(201)
  chainProxy.resume()
})

test('a contract wallet gets a 503 while the chain node is down, and can sign in afterwards', async () => {
  const { contract, sign } = await setup(deployOwned)
  const body = await sign()
  chainProxy.cut()
  expect((await contract.sendSignature(body)).status).toBe(503)
  chainProxy.restore()
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
