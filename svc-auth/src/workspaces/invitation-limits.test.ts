import { INVITER_ADDRESS_LIMIT, INVITER_LIMIT } from '@inkproof/protocol/call-limits'
import { createLimiter } from '@inkproof/service-kit/limit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Colleagues, colleaguesOf, outcomes } from '../testing/colleagues.ts'
import { person, startAuth, type TestAuth } from '../testing/start.ts'
import { workspaceModel } from './workspaces.model.ts'

let auth: TestAuth
let people: Colleagues
beforeAll(async () => {
  auth = await startAuth()
  people = colleaguesOf(auth)
})
afterAll(() => auth.stop())

async function setup() {
  const guest = await people.newcomer()
  return { guest, ...(await people.team()) }
}

test('an address gets at most five invitations of a workspace in an hour', async () => {
  const { id, as } = await setup()
  const { email } = person()
  const answers = []
  for (let i = 0; i < 6; i += 1) answers.push(await as.invite(id, email))
  expect(outcomes(answers)).toEqual([201, 201, 201, 201, 201, 'TOO_MANY_REQUESTS'])
  expect(answers.at(-1)?.headers.get('retry-after')).toMatch(/^\d+$/)
  expect((await as.view(id)).invitations).toHaveLength(1)
})

test('an address gets at most ten invitations in an hour, from any number of workspaces and people', async () => {
  const { email } = person()
  const answers = []
  for (let i = 0; i < 3; i += 1) {
    const { id, as } = await setup()
    for (let j = 0; j < 4; j += 1)
      answers.push(await as.invite(id, j % 2 ? email.toUpperCase() : email))
  }
  expect(outcomes(answers)).toEqual([
    ...Array(10).fill(201),
    ...['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'],
  ])
})

test('one client address causes at most 200 invitations in an hour, with any number of accounts', async () => {
  const address = '203.0.113.77'
  const invite = async () => {
    const { owner, id } = await people.team()
    const body = { email: person().email, role: 'member' }
    const path = `/api/auth/workspaces/${id}/invitations`
    return auth.send('POST', path, body, owner.token, { 'x-forwarded-for': address })
  }
  expect(outcomes([await invite()])).toEqual([201])
  // Counts 196 more of them, without writing and mailing them.
  await createLimiter(auth.redis.client, 'auth')(INVITER_ADDRESS_LIMIT, address, 196)
  const answers = []
  for (let i = 0; i < 5; i += 1) answers.push(await invite())
  expect(outcomes(answers)).toEqual([201, 201, 201, 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
})

test('one account causes at most 100 invitations in an hour, from any number of workspaces', async () => {
  const { owner, as } = await people.team()
  const invite = async () => as.invite(await as.found('One of many'), person().email)
  expect(outcomes([await invite()])).toEqual([201])
  await createLimiter(auth.redis.client, 'auth')(INVITER_LIMIT, owner.accountId, 98)
  expect(outcomes([await invite(), await invite()])).toEqual([201, 'TOO_MANY_REQUESTS'])
})

test('a workspace of 200 accepts nobody else', async () => {
  const { id, guest, as } = await setup()
  await as.invite(id, guest.email)
  const secret = await people.mailedTo(guest.email)
  const since = new Date()
  const crowd = Array.from({ length: 199 }, (_, i) => ({
    accountId: `${i}`.padStart(22, 'x'),
    role: 'viewer',
    since,
  }))
  await workspaceModel(auth.mongo.connection).updateOne(
    { _id: id },
    { $push: { members: { $each: crowd } } },
  )
  const responses = [await people.as(guest).accept(secret), await as.invite(id, person().email)]
  expect(outcomes(responses)).toEqual(['WORKSPACE_FULL', 'WORKSPACE_FULL'])
})

test('a member of fifty workspaces can neither join nor create another', async () => {
  const { id, guest, as } = await setup()
  const members = [{ accountId: guest.accountId, role: 'owner', since: new Date() }]
  const rows = Array.from({ length: 50 }, () => ({
    _id: crypto.randomUUID(),
    version: 1,
    name: 'One of many',
    members,
    unsettled: [],
    isSettled: true,
    createdAt: new Date(),
  }))
  await workspaceModel(auth.mongo.connection).insertMany(rows)
  await as.invite(id, guest.email)
  const secret = await people.mailedTo(guest.email)
  const founding = await people.as(guest).call('POST', '/workspaces', { name: 'One more' })
  const responses = [await people.as(guest).accept(secret), founding]
  expect(outcomes(responses)).toEqual(['TOO_MANY_WORKSPACES', 'TOO_MANY_WORKSPACES'])
})
