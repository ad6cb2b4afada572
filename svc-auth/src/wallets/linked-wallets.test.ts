import type { WalletPurpose } from '@inkproof/protocol/wallets'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { accountStore } from '../accounts/account-store.ts'
import { accountModel } from '../accounts/accounts.model.ts'
import { identityModel } from '../accounts/identities.model.ts'
import { walletIdentity } from '../accounts/identities.ts'
import { linkIdentity, unlinkIdentity } from '../sign-in-methods/link-identity.ts'
import { knownPerson } from '../testing/known-people.ts'
import { type Sent, startAuth, type TestAuth } from '../testing/start.ts'
import { walletOf } from '../testing/wallets.ts'

const MINUTE_MS = 60_000

let auth: TestAuth
let aheadMs = 0
beforeAll(async () => {
  auth = await startAuth({ now: () => new Date(Date.now() + aheadMs) })
})
beforeEach(() => {
  aheadMs = 0
})
afterAll(() => auth.stop())

const codeOf = (response: Sent) => response.headers.get('inkproof-error')
const register = () => knownPerson(auth)
const accountView = async (token: string) =>
  (await auth.send('GET', '/api/auth/account', undefined, token)).body()
const accounts = () =>
  accountStore(accountModel(auth.mongo.connection), identityModel(auth.mongo.connection))

/** The accounts that list a wallet, and the one it opens. */
async function holders(address: string) {
  const rows = auth.mongo.connection.collection('accounts').find({ 'wallets.address': address })
  const listed = (await rows.toArray()).map(({ _id }) => String(_id))
  return { listed, opens: await accounts().findIdentity(walletIdentity(address)) }
}

/** Messages are signed one after the other, so that only the service's work is concurrent. */
async function allSigned(browsers: readonly Browser[], purpose: WalletPurpose) {
  const signed: object[] = []
  for (const browser of browsers) signed.push(await browser.signed(purpose))
  return signed
}
type Browser = ReturnType<typeof walletOf>

test('a linked wallet is reported by mail, and signs in to the account', async () => {
  const { token, accountId, email } = await register()
  const wallet = walletOf(auth)
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
  const wallet = walletOf(auth)
  await wallet.link(token)
  const again = await wallet.link(token)
  expect([again.status, again.body().wallets.length]).toEqual([200, 1])
})

test('a wallet of another account cannot be linked', async () => {
  const wallet = walletOf(auth)
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
    address: walletOf(auth).address,
    addedAt: new Date(),
  }))
  await accounts().change(accountId, () => ({ wallets }) as never)
  expect(codeOf(await walletOf(auth).link(token))).toBe('TOO_MANY_WALLETS')
})

test('a wallet is unlinked in any spelling, and creates a new account afterwards', async () => {
  const { token, accountId } = await register()
  const wallet = walletOf(auth)
  await wallet.link(token)
  const response = await wallet.unlink(token, wallet.address.toLowerCase())
  expect([response.status, response.body().wallets]).toEqual([200, []])
  const anew = await wallet.signIn()
  expect([anew.status, anew.body().user.id === accountId]).toEqual([201, false])
})

test('a wallet that is not linked cannot be unlinked', async () => {
  const { token } = await register()
  const other = walletOf(auth)
  await other.signIn()
  expect((await other.unlink(token)).status).toBe(404)
  expect((await other.unlink(token, '0x12')).status).toBe(400)
  expect((await other.signIn()).status).toBe(200)
})

test('the last sign-in method cannot be unlinked', async () => {
  const wallet = walletOf(auth)
  const { token } = (await wallet.signIn()).body()
  const response = await wallet.unlink(token)
  expect([response.status, response.text]).toEqual([
    409,
    'This is your only sign-in method. Add another sign-in method first.',
  ])
})

test('all of these require a session and a recent proof', async () => {
  const wallet = walletOf(auth)
  expect((await wallet.link('')).status).toBe(401)
  expect((await wallet.unlink('')).status).toBe(401)
  const { token } = (await wallet.signIn()).body()
  aheadMs = 11 * MINUTE_MS
  expect(codeOf(await walletOf(auth).link(token))).toBe('PROOF_NEEDED')
  expect(codeOf(await wallet.unlink(token))).toBe('PROOF_NEEDED')
})

test('a wallet of the account confirms the identity, another does not', async () => {
  const wallet = walletOf(auth)
  const { token } = (await wallet.signIn()).body()
  aheadMs = 11 * MINUTE_MS
  const prove = async (by: typeof wallet) =>
    by.send('POST', '/api/auth/prove/wallet', await by.signed('prove'), token)
  const other = await prove(walletOf(auth))
  expect([other.status, codeOf(other)]).toEqual([403, 'WALLET_NOT_YOURS'])
  expect(codeOf(await walletOf(auth).link(token))).toBe('PROOF_NEEDED')
  expect((await prove(wallet)).status).toBe(204)
  expect((await walletOf(auth).link(token)).status).toBe(200)
})

test('a signature for one purpose is not valid for another', async () => {
  const wallet = walletOf(auth)
  const { token } = (await wallet.signIn()).body()
  const forLink = await wallet.signed('link')
  const proving = await wallet.send('POST', '/api/auth/prove/wallet', forLink, token)
  expect([proving.status, codeOf(proving)]).toEqual([400, 'WALLET_MESSAGE_REFUSED'])
})

test('twenty concurrent first sign-ins with one wallet create one account', async () => {
  const wallet = walletOf(auth)
  const browsers = Array.from({ length: 20 }, () => walletOf(auth, wallet.key))
  const signed = await allSigned(browsers, 'sign-in')
  const responses = await Promise.all(browsers.map((one, i) => one.enter(signed[i] ?? {})))
  const ids = new Set(responses.map((response) => response.body().user?.id))
  expect(responses.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
  expect([...ids]).toEqual((await holders(wallet.address)).listed)
})

test('of twenty accounts that link one wallet concurrently, at most one succeeds, and no other believes it did', async () => {
  const { key, address } = walletOf(auth)
  const people = await Promise.all(Array.from({ length: 20 }, register))
  const browsers = people.map(() => walletOf(auth, key))
  const signed = await allSigned(browsers, 'link')
  const link = ({ token }: { token: string }, i: number) =>
    browsers[i]?.send('POST', '/api/auth/wallets', signed[i], token)
  const responses = await Promise.all(people.map(link))
  const { listed, opens } = await holders(address)
  const won = people.filter((_, i) => responses[i]?.status === 200).map((one) => one.accountId)
  expect(won).toEqual(listed)
  expect(listed.length).toBeLessThanOrEqual(1)
  if (listed.length === 1) expect(opens).toBe(listed[0])
  expect(responses.every((response) => [200, 409].includes(response?.status ?? 0))).toBe(true)
})

test('of two wallets that are unlinked concurrently, one stays, however often it is tried', async () => {
  for (let round = 0; round < 5; round++) {
    const first = walletOf(auth)
    const { token } = (await first.signIn()).body()
    const second = walletOf(auth)
    await second.link(token)
    const calls = Array.from({ length: 8 }, (_, i) => (i % 2 ? first : second).unlink(token))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect((await accountView(token)).wallets).toHaveLength(1)
  }
})

test('a call whose lock is taken over while it lists the wallet reverts its entry', async () => {
  const [slow, quick] = [await register(), await register()]
  const { address } = walletOf(auth)
  const identity = walletIdentity(address)
  const store = accounts()
  const add = () => ({ wallets: [{ address, addedAt: new Date() }] }) as never
  const link = (accountId: string, by = store) =>
    linkIdentity({ accounts: by, now: () => new Date() }, accountId, identity, add)
  let isFirst = true
  // The other call runs between the lock and the account's change.
  const change: typeof store.change = async (accountId, decide) => {
    if (isFirst) {
      isFirst = false
      await link(quick.accountId)
    }
    return store.change(accountId, decide)
  }
  await expect(link(slow.accountId, { ...store, change })).rejects.toThrow('WAY_IN_TAKEN')
  expect(await holders(address)).toEqual({ listed: [quick.accountId], opens: quick.accountId })
})

test('a call that read the holder before it listed a wallet cannot take it over afterwards', async () => {
  const [holder, late] = [await register(), await register()]
  const { address } = walletOf(auth)
  const identity = walletIdentity(address)
  const store = accounts()
  const add = () => ({ wallets: [{ address, addedAt: new Date() }] }) as never
  const now = () => new Date()
  await store.claimIdentity(identity, holder.accountId, now())
  // It reads the holder, who then lists the wallet, and continues with what it read.
  const find: typeof store.find = async (accountId) => {
    const seen = await store.find(accountId)
    await linkIdentity({ accounts: store, now }, holder.accountId, identity, add)
    return seen
  }
  const slow = linkIdentity({ accounts: { ...store, find }, now }, late.accountId, identity, add)
  await expect(slow).rejects.toThrow('WAY_IN_TAKEN')
  expect(await holders(address)).toEqual({ listed: [holder.accountId], opens: holder.accountId })
})

test('a wallet that is linked again while it is unlinked keeps its lock', async () => {
  const { accountId } = await register()
  const { address } = walletOf(auth)
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
  expect(await holders(address)).toEqual({ listed: [accountId], opens: accountId })
})
