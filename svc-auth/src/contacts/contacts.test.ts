import { accountContact, accountWallets, passkeyKey } from '@inkproof/protocol/internal'
import { createServiceClient } from '@inkproof/service-kit/service-client'
import { testIdentity } from '@inkproof/service-kit/testing/service-identity'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { accountModel } from '../accounts/accounts.model.ts'
import { createSoftPasskey } from '../testing/authenticator.ts'
import { addPasskeyTo, newBrowser, newMember } from '../testing/factors.ts'
import { SERVICES, startAuth, type TestAuth } from '../testing/start.ts'
import { createWorkspacePeople, type WorkspacePeople } from '../testing/workspace-people.ts'

let auth: TestAuth
let people: WorkspacePeople
beforeAll(async () => {
  auth = await startAuth()
  people = createWorkspacePeople(auth)
})
afterAll(() => auth.stop())

const client = () =>
  createServiceClient(testIdentity(SERVICES, 'svc-auth'), new Map([['svc-auth', auth.origin]]))

async function contactOf(accountId: string, workspaceId: string) {
  return (await client().call('svc-auth', accountContact, { accountId, workspaceId })).contact
}

const setAccount = (accountId: string, fields: object) =>
  accountModel(auth.mongo.connection).updateOne({ _id: accountId }, fields)

test('a person in their personal workspace, before it has a row', async () => {
  const ada = await people.newPerson({ firstName: 'Ada', lastName: 'Lovelace' })
  expect(await contactOf(ada.accountId, ada.personalId)).toEqual({
    email: ada.email,
    isEmailConfirmed: false,
    firstName: 'Ada',
    lastName: 'Lovelace',
    language: 'en',
    workspaceName: 'Ada Lovelace’s workspace',
  })
})

test('a member of a shared workspace whose address is confirmed, and who has no name', async () => {
  const { id, others } = await people.createTeam('member')
  const [{ accountId, email }] = others as [(typeof others)[number]]
  await setAccount(accountId, { emailConfirmedAt: new Date() })
  expect(await contactOf(accountId, id)).toEqual({
    email,
    isEmailConfirmed: true,
    firstName: null,
    lastName: null,
    language: 'en',
    workspaceName: 'Analytical Engines',
  })
})

test('an account without an address', async () => {
  const { accountId, personalId } = await people.newPerson()
  await setAccount(accountId, { email: null })
  expect(await contactOf(accountId, personalId)).toMatchObject({
    email: null,
    isEmailConfirmed: false,
    workspaceName: 'Someone’s workspace',
  })
})

test('null for unknown accounts and workspaces', async () => {
  const { accountId, personalId } = await people.newPerson()
  expect(await contactOf('unknown', personalId)).toBeNull()
  expect(await contactOf(accountId, 'unknown')).toBeNull()
})

test('null for a workspace of others, and for a member who was removed', async () => {
  const { id, owner, others, as } = await people.createTeam('member')
  const [{ accountId }] = others as [(typeof others)[number]]
  const stranger = await people.newPerson()
  expect(await contactOf(stranger.accountId, id)).toBeNull()
  expect(await contactOf(accountId, owner.personalId)).toBeNull()
  expect(await contactOf(accountId, id)).not.toBeNull()
  await as.remove(id, accountId)
  expect(await contactOf(accountId, id)).toBeNull()
})

test('null once the deletion of the account has started', async () => {
  const { accountId, personalId } = await people.newPerson()
  await setAccount(accountId, { goneAt: new Date() })
  expect(await contactOf(accountId, personalId)).toBeNull()
})

test('the wallets of an account, in lower case, until its deletion has started', async () => {
  const { accountId } = await people.newPerson()
  const walletsOf = async () =>
    (await client().call('svc-auth', accountWallets, { accountId })).wallets
  expect(await walletsOf()).toEqual([])
  const address = `0x${'Ab'.repeat(20)}`
  await setAccount(accountId, { wallets: [{ address, addedAt: new Date() }] })
  expect(await walletsOf()).toEqual([address.toLowerCase()])
  await setAccount(accountId, { goneAt: new Date() })
  expect(await walletsOf()).toEqual([])
})

test('the public key of a passkey that is registered with the account, until it is removed or the deletion has started', async () => {
  const passkeyOf = async (credentialId: string, accountId: string | null) =>
    (await client().call('svc-auth', passkeyKey, { credentialId, accountId })).passkey
  const browser = newBrowser(auth)
  const { id, token } = await newMember(browser)
  const origin = new URL(auth.config.PUBLIC_ORIGIN).origin
  const [used, removed] = [createSoftPasskey(origin), createSoftPasskey(origin)]
  for (const passkey of [used, removed])
    expect((await addPasskeyTo(browser, token, passkey)).status).toBe(201)
  const known = { publicKey: used.jwk }
  expect(await passkeyOf(used.id, id)).toEqual(known)
  expect(await passkeyOf(used.id, null)).toEqual(known)
  const { accountId } = await people.newPerson()
  expect(await passkeyOf(used.id, accountId)).toBeNull()
  expect(await passkeyOf(createSoftPasskey(origin).id, null)).toBeNull()
  expect((await browser('DELETE', `/passkeys/${removed.id}`, undefined, token)).status).toBe(204)
  expect(await passkeyOf(removed.id, null)).toBeNull()
  await setAccount(id, { goneAt: new Date() })
  expect(await passkeyOf(used.id, null)).toBeNull()
})

test('callers without a service’s key are refused', async () => {
  const { accountId, personalId: workspaceId, token } = await people.newPerson()
  const response = await auth.send('POST', accountContact.path, { accountId, workspaceId }, token)
  expect(response.status).toBe(401)
})
