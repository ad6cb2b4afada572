import type { WalletPurpose } from '@inkproof/protocol/wallets'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { createAccountStore } from '../accounts/account-store.ts'
import { accountModel } from '../accounts/accounts.model.ts'
import { identityModel } from '../accounts/identities.model.ts'
import { walletIdentity } from '../accounts/identities.ts'
import { linkIdentity, unlinkIdentity } from '../sign-in-methods/link-identity.ts'
import { registeredPerson } from '../testing/registered-people.ts'
import { startAuth, type TestAuth, type TestResponse } from '../testing/start.ts'
import { createTestWallet } from '../testing/wallets.ts'

const MINUTE_MS = 60_000

let auth: TestAuth
let clockOffsetMs = 0
beforeAll(async () => {
  auth = await startAuth({ now: () => new Date(Date.now() + clockOffsetMs) })
})
beforeEach(() => {
  clockOffsetMs = 0
})
afterAll(() => auth.stop())

const errorCode = (response: TestResponse) => response.headers.get('inkproof-error')
const register = () => registeredPerson(auth)
const accountView = async (token: string) =>
  (await auth.send('GET', '/api/auth/account', undefined, token)).body()
const accounts = () =>
  createAccountStore(accountModel(auth.mongo.connection), identityModel(auth.mongo.connection))

/** Returns the accounts that list a wallet, and the account to which the wallet's identity row belongs. */
async function findOwners(address: string) {
  const rows = auth.mongo.connection.collection('accounts').find({ 'wallets.address': address })
  const listed = (await rows.toArray()).map(({ _id }) => String(_id))
  return { listed, rowOwner: await accounts().findAccountId(walletIdentity(address)) }
}

/** Signs one message per browser in advance, so that only the service's work is concurrent. */
async function signAll(browsers: readonly Browser[], purpose: WalletPurpose) {
  const messages: object[] = []
  for (const browser of browsers) messages.push(await browser.signMessageFor(purpose))
  return messages
}
type Browser = ReturnType<typeof createTestWallet>

test('a linked wallet signs in to the account, and the owner is notified', async () => {
  const { token, accountId, email } = await register()
  const wallet = createTestWallet(auth)
  const response = await wallet.link(token)
  expect([response.status, response.body().wallets]).toEqual([
    200,
    [{ address: wallet.address, addedAt: expect.any(String) }],
  ])
  expect((await wallet.signIn()).body().user.id).toBe(accountId)
  const event = await auth.mongo.connection
    .collection('events')
    .findOne({ accountId, kind: 'way-added' })
  expect([event?.['data'], event?.['mail'].to]).toEqual([
    {
      way: 'wallet',
      wallet: `${wallet.address.slice(0, 6)}...${wallet.address.slice(-4)}`,
      device: expect.any(String),
      address: expect.stringMatching(/^10\./),
      place: 'local',
    },
    email,
  ])
})

test('linking a wallet twice changes nothing', async () => {
  const { token } = await register()
  const wallet = createTestWallet(auth)
  await wallet.link(token)
  const again = await wallet.link(token)
  expect([again.status, again.body().wallets.length]).toEqual([200, 1])
})

test('a wallet of another account cannot be linked', async () => {
  const wallet = createTestWallet(auth)
  await wallet.signIn()
  const { token } = await register()
  const response = await wallet.link(token)
  expect([response.status, response.text]).toEqual([
    409,
    'This sign-in method belongs to another account. Remove it there first, or use another one.',
  ])
  expect((await accountView(token)).wallets).toEqual([])
})

test('an account has at most twenty wallets', async () => {
  const { token, accountId } = await register()
  const wallets = Array.from({ length: 20 }, () => ({
    address: createTestWallet(auth).address,
    addedAt: new Date(),
  }))
  await accounts().change(accountId, () => ({ wallets }) as never)
  expect(errorCode(await createTestWallet(auth).link(token))).toBe('TOO_MANY_WALLETS')
})

test('a wallet can be unlinked regardless of letter case, and its next sign-in creates a new account', async () => {
  const { token, accountId } = await register()
  const wallet = createTestWallet(auth)
  await wallet.link(token)
  const response = await wallet.unlink(token, wallet.address.toLowerCase())
  expect([response.status, response.body().wallets]).toEqual([200, []])
  const again = await wallet.signIn()
  expect([again.status, again.body().user.id === accountId]).toEqual([201, false])
})

test('a wallet that is not linked cannot be unlinked', async () => {
  const { token } = await register()
  const other = createTestWallet(auth)
  await other.signIn()
  expect((await other.unlink(token)).status).toBe(404)
  expect((await other.unlink(token, '0x12')).status).toBe(400)
  expect((await other.signIn()).status).toBe(200)
})

test('the last sign-in method cannot be unlinked', async () => {
  const wallet = createTestWallet(auth)
  const { token } = (await wallet.signIn()).body()
  const response = await wallet.unlink(token)
  expect([response.status, response.text]).toEqual([
    409,
    'This is your only sign-in method. Add another sign-in method first.',
  ])
})

test('linking and unlinking require a session and a recent sign-in', async () => {
  const wallet = createTestWallet(auth)
  expect((await wallet.link('')).status).toBe(401)
  expect((await wallet.unlink('')).status).toBe(401)
  const { token } = (await wallet.signIn()).body()
  clockOffsetMs = 11 * MINUTE_MS
  expect(errorCode(await createTestWallet(auth).link(token))).toBe('PROOF_NEEDED')
  expect(errorCode(await wallet.unlink(token))).toBe('PROOF_NEEDED')
})

test('only a wallet of the account confirms the identity', async () => {
  const wallet = createTestWallet(auth)
  const { token } = (await wallet.signIn()).body()
  clockOffsetMs = 11 * MINUTE_MS
  const prove = async (prover: typeof wallet) =>
    prover.send('POST', '/api/auth/prove/wallet', await prover.signMessageFor('prove'), token)
  const other = await prove(createTestWallet(auth))
  expect([other.status, errorCode(other)]).toEqual([403, 'WALLET_NOT_YOURS'])
  expect(errorCode(await createTestWallet(auth).link(token))).toBe('PROOF_NEEDED')
  expect((await prove(wallet)).status).toBe(204)
  expect((await createTestWallet(auth).link(token)).status).toBe(200)
})

test('a signature for one purpose is not valid for another', async () => {
  const wallet = createTestWallet(auth)
  const { token } = (await wallet.signIn()).body()
  const forLink = await wallet.signMessageFor('link')
  const response = await wallet.send('POST', '/api/auth/prove/wallet', forLink, token)
  expect([response.status, errorCode(response)]).toEqual([400, 'WALLET_MESSAGE_REFUSED'])
})

test('twenty concurrent first sign-ins with one wallet create one account', async () => {
  const wallet = createTestWallet(auth)
  const browsers = Array.from({ length: 20 }, () => createTestWallet(auth, wallet.key))
  const messages = await signAll(browsers, 'sign-in')
  const responses = await Promise.all(
    browsers.map((browser, i) => browser.sendSignature(messages[i] ?? {})),
  )
  const ids = new Set(responses.map((response) => response.body().user?.id))
  expect(responses.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
  expect([...ids]).toEqual((await findOwners(wallet.address)).listed)
})

test('at most one of twenty accounts that link the same wallet concurrently succeeds', async () => {
  const { key, address } = createTestWallet(auth)
  const people = await Promise.all(Array.from({ length: 20 }, register))
  const browsers = people.map(() => createTestWallet(auth, key))
  const messages = await signAll(browsers, 'link')
  const link = ({ token }: { token: string }, i: number) =>
    browsers[i]?.send('POST', '/api/auth/wallets', messages[i], token)
  const responses = await Promise.all(people.map(link))
  const { listed, rowOwner } = await findOwners(address)
  const linked = people
    .filter((_, i) => responses[i]?.status === 200)
    .map(({ accountId }) => accountId)
  expect(linked).toEqual(listed)
  expect(listed.length).toBeLessThanOrEqual(1)
  if (listed.length === 1) expect(rowOwner).toBe(listed[0])
  expect(responses.every((response) => [200, 409].includes(response?.status ?? 0))).toBe(true)
})

test('when both wallets of an account are unlinked concurrently, one of them remains linked', async () => {
  for (let round = 0; round < 5; round++) {
    const first = createTestWallet(auth)
    const { token } = (await first.signIn()).body()
    const second = createTestWallet(auth)
    await second.link(token)
    const calls = Array.from({ length: 8 }, (_, i) => (i % 2 ? first : second).unlink(token))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect((await accountView(token)).wallets).toHaveLength(1)
  }
})

test('a call that loses the identity row to another call while it links a wallet reverts its change', async () => {
  const [slow, quick] = [await register(), await register()]
  const { address } = createTestWallet(auth)
  const identity = walletIdentity(address)
  const store = accounts()
  const add = () => ({ wallets: [{ address, addedAt: new Date() }] }) as never
  const link = (accountId: string, accountStore = store) =>
    linkIdentity({ accounts: accountStore, now: () => new Date() }, accountId, identity, add)
  let isFirst = true
  // The quick call runs after the slow one has claimed the identity row and before the slow one changes the account.
  const change: typeof store.change = async (accountId, decide) => {
    if (isFirst) {
      isFirst = false
      await link(quick.accountId)
    }
    return store.change(accountId, decide)
  }
  await expect(link(slow.accountId, { ...store, change })).rejects.toThrow('SIGN_IN_METHOD_TAKEN')
  expect(await findOwners(address)).toEqual({
    listed: [quick.accountId],
    rowOwner: quick.accountId,
  })
})

test('a call that read the owner’s account before the wallet was added cannot take the wallet over', async () => {
  const [owner, other] = [await register(), await register()]
  const { address } = createTestWallet(auth)
  const identity = walletIdentity(address)
  const store = accounts()
  const add = () => ({ wallets: [{ address, addedAt: new Date() }] }) as never
  const now = () => new Date()
  await store.claimIdentity(identity, owner.accountId, now())
  // The wallet is added to the owner's account after the slow call has read that account.
  const find: typeof store.find = async (accountId) => {
    const snapshot = await store.find(accountId)
    await linkIdentity({ accounts: store, now }, owner.accountId, identity, add)
    return snapshot
  }
  const slow = linkIdentity({ accounts: { ...store, find }, now }, other.accountId, identity, add)
  await expect(slow).rejects.toThrow('SIGN_IN_METHOD_TAKEN')
  expect(await findOwners(address)).toEqual({
    listed: [owner.accountId],
    rowOwner: owner.accountId,
  })
})

test('a wallet that is linked again while being unlinked keeps its identity row', async () => {
  const { accountId } = await register()
  const { address } = createTestWallet(auth)
  const identity = walletIdentity(address)
  const store = accounts()
  const now = () => new Date()
  const add = () => ({ wallets: [{ address, addedAt: now() }] }) as never
  await linkIdentity({ accounts: store, now }, accountId, identity, add)
  const change: typeof store.change = async (id, decide) => {
    const removed = await store.change(id, decide)
    await linkIdentity({ accounts: store, now }, accountId, identity, add)
    return removed
  }
  const remove = () => ({ wallets: [] }) as never
  await unlinkIdentity({ accounts: { ...store, change }, now }, accountId, identity, remove)
  expect(await findOwners(address)).toEqual({ listed: [accountId], rowOwner: accountId })
})
