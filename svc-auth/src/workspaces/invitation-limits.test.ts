import { INVITER_IP_LIMIT, INVITER_LIMIT } from '@inkproof/protocol/call-limits'
import { createLimiter } from '@inkproof/service-kit/limit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { person, startAuth, type TestAuth } from '../testing/start.ts'
import {
  createWorkspacePeople,
  outcomes,
  type WorkspacePeople,
} from '../testing/workspace-people.ts'
import { workspaceModel } from './workspaces.model.ts'

let auth: TestAuth
let people: WorkspacePeople
beforeAll(async () => {
  auth = await startAuth()
  people = createWorkspacePeople(auth)
})
afterAll(() => auth.stop())

async function setup() {
  const guest = await people.newPerson()
  return { guest, ...(await people.createTeam()) }
}

test('one workspace can send an address at most five invitations per hour', async () => {
  const { id, as } = await setup()
  const { email } = person()
  const responses = []
  for (let i = 0; i < 6; i += 1) responses.push(await as.invite(id, email))
  expect(outcomes(responses)).toEqual([201, 201, 201, 201, 201, 'TOO_MANY_REQUESTS'])
  expect(responses.at(-1)?.headers.get('retry-after')).toMatch(/^\d+$/)
  expect((await as.view(id)).invitations).toHaveLength(1)
})

test('an address gets at most ten invitations per hour from all workspaces together', async () => {
  const { email } = person()
  const responses = []
  for (let i = 0; i < 3; i += 1) {
    const { id, as } = await setup()
    for (let j = 0; j < 4; j += 1)
      responses.push(await as.invite(id, j % 2 ? email.toUpperCase() : email))
  }
  expect(outcomes(responses)).toEqual([
    ...Array(10).fill(201),
    ...['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'],
  ])
})

test('attempts by non-members and viewers do not count towards the invitations to an address', async () => {
  const { owner, id, guest, as } = await setup()
  const viewer = await people.addMember(owner, id, 'viewer')
  const { email } = person()
  const refused = []
  for (let i = 0; i < 5; i += 1) {
    refused.push(await people.as(guest).invite(id, email))
    refused.push(await people.as(viewer).invite(id, email))
  }
  expect(new Set(outcomes(refused))).toEqual(new Set(['WORKSPACE_NOT_FOUND', 'OWNERS_ONLY']))
  expect(outcomes([await as.invite(id, email)])).toEqual([201])
})

test('one client IP can send at most 200 invitations per hour with all its accounts', async () => {
  const ip = '203.0.113.77'
  const invite = async () => {
    const { owner, id } = await people.createTeam()
    const body = { email: person().email, role: 'member' }
    const path = `/api/auth/workspaces/${id}/invitations`
    return auth.send('POST', path, body, owner.token, { 'x-forwarded-for': ip })
  }
  expect(outcomes([await invite()])).toEqual([201])
  // Counts 196 invitations without sending them.
  await createLimiter(auth.redis.client, 'auth')(INVITER_IP_LIMIT, ip, 196)
  const responses = []
  for (let i = 0; i < 5; i += 1) responses.push(await invite())
  expect(outcomes(responses)).toEqual([201, 201, 201, 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
})

test('one account can send at most 100 invitations per hour from all its workspaces', async () => {
  const { owner, as } = await people.createTeam()
  const invite = async () => as.invite(await as.createWorkspace('One of many'), person().email)
  expect(outcomes([await invite()])).toEqual([201])
  await createLimiter(auth.redis.client, 'auth')(INVITER_LIMIT, owner.accountId, 98)
  expect(outcomes([await invite(), await invite()])).toEqual([201, 'TOO_MANY_REQUESTS'])
})

test('a workspace with 200 members accepts no more members', async () => {
  const { id, guest, as } = await setup()
  await as.invite(id, guest.email)
  const secret = await people.invitationSecret(guest.email)
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

test('a member of 50 workspaces can neither join nor create another', async () => {
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
  const secret = await people.invitationSecret(guest.email)
  const creation = await people.as(guest).call('POST', '/workspaces', { name: 'One more' })
  const responses = [await people.as(guest).accept(secret), creation]
  expect(outcomes(responses)).toEqual(['TOO_MANY_WORKSPACES', 'TOO_MANY_WORKSPACES'])
})
