import { InvitationView } from '@inkproof/protocol/workspaces'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startAuth, type TestAuth } from '../testing/start.ts'
import {
  createWorkspacePeople,
  outcomes,
  type WorkspacePeople,
  type WorkspacePerson,
} from '../testing/workspace-people.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

let auth: TestAuth
let people: WorkspacePeople
let clockOffsetMs = 0
beforeAll(async () => {
  auth = await startAuth({ now: () => new Date(Date.now() + clockOffsetMs) })
  people = createWorkspacePeople(auth)
})
afterAll(() => auth.stop())

async function setup() {
  const guest = await people.newPerson()
  return { guest, ...(await people.createTeam()) }
}

const showInvitation = (secret: string) =>
  auth.send('POST', '/api/auth/invitations/look', { secret })
const decline = (secret: string) => auth.send('POST', '/api/auth/invitations/decline', { secret })

test('an invitation is mailed, shown without a session, and can be accepted once', async () => {
  const { id, guest, as } = await setup()
  const sent = await as.invite(id, guest.email, 'viewer')
  const [open] = sent.body().invitations
  expect([sent.status, open]).toMatchObject([201, { email: guest.email, role: 'viewer' }])
  const row = await auth.mongo.connection.collection('tokens').findOne({ _id: open.id })
  expect(row).toMatchObject({ kind: 'invitation', mail: { to: guest.email, state: 'due' } })
  const secret = await people.invitationSecret(guest.email)
  expect(InvitationView.parse((await showInvitation(secret)).body())).toMatchObject({
    ...{
      workspace: 'Analytical Engines',
      inviter: 'Ada Lovelace',
      role: 'viewer',
      email: guest.email,
    },
  })
  const joined = await people.as(guest).accept(secret)
  expect(joined.body()).toMatchObject({ id, role: 'viewer', isCurrent: false, members: 2 })
  expect(outcomes([await showInvitation(secret), await people.as(guest).accept(secret)])).toEqual([
    'LINK_USED',
    'LINK_USED',
  ])
  expect((await as.view(id)).invitations).toEqual([])
})

test('inviting and joining are recorded once for each person, and not mailed', async () => {
  const { owner, id, guest, as } = await setup()
  await as.invite(id, guest.email, 'viewer')
  const secret = await people.invitationSecret(guest.email)
  const accept = () => people.as(guest).accept(secret)
  await Promise.all(Array.from({ length: 5 }, accept))
  const events = auth.mongo.connection.collection('events')
  const eventsOf = async (accountId: string, kind: string) =>
    (await events.find({ accountId, kind }).toArray()).map(({ data, mail }) => [data, mail])
  const workspace = 'Analytical Engines'
  expect(await eventsOf(owner.accountId, 'member-invited')).toEqual([
    [{ workspace, email: guest.email, role: 'viewer' }, null],
  ])
  expect(await eventsOf(guest.accountId, 'member-joined')).toEqual([
    [{ workspace, role: 'viewer', by: 'Ada Lovelace' }, null],
  ])
})

test('opening a link, as mail scanners do, does not use it up', async () => {
  const { id, guest, as } = await setup()
  await as.invite(id, guest.email)
  const secret = await people.invitationSecret(guest.email)
  for (let i = 0; i < 5; i += 1) expect((await showInvitation(secret)).status).toBe(200)
  expect((await people.as(guest).accept(secret)).status).toBe(200)
})

test('a forwarded link gives other people no access', async () => {
  const { id, guest, as } = await setup()
  const other = await people.newPerson()
  await as.invite(id, guest.email)
  const secret = await people.invitationSecret(guest.email)
  expect(outcomes([await people.as(other).accept(secret)])).toEqual([
    'INVITATION_FOR_ANOTHER_ADDRESS',
  ])
  expect((await people.as(other).call('GET', `/workspaces/${id}`)).status).toBe(404)
  expect((await people.as(guest).accept(secret)).status).toBe(200)
})

test('accepting confirms the address the link was sent to, regardless of letter case', async () => {
  const { id, as } = await setup()
  const email = `Bob.${crypto.randomUUID()}@Example.com`
  const bob = await people.newPerson({ email })
  expect((await people.as(bob).me()).emailConfirmed).toBe(false)
  await as.invite(id, email.toLowerCase())
  await people.as(bob).accept(await people.invitationSecret(email.toLowerCase()))
  expect((await people.as(bob).me()).emailConfirmed).toBe(true)
})

test('twenty concurrent clicks on a link join once, and each reports success or a used link', async () => {
  const { id, guest, as } = await setup()
  await as.invite(id, guest.email)
  const secret = await people.invitationSecret(guest.email)
  const accept = () => people.as(guest).accept(secret)
  const responses = await Promise.all(Array.from({ length: 20 }, accept))
  const results = outcomes(responses)
  expect(results.filter((result) => result === 200).length).toBeGreaterThan(0)
  expect(results.filter((result) => result !== 200 && result !== 'LINK_USED')).toEqual([])
  expect((await as.view(id)).members).toHaveLength(2)
})

test('accepting and withdrawing an invitation concurrently has exactly one of the two effects', async () => {
  const { id, guest, as } = await setup()
  const [open] = (await as.invite(id, guest.email)).body().invitations
  const secret = await people.invitationSecret(guest.email)
  const [accepted] = await Promise.all([
    people.as(guest).accept(secret),
    as.call('DELETE', `/workspaces/${id}/invitations/${open.id}`),
  ])
  const row = await auth.mongo.connection.collection('tokens').findOne({ _id: open.id })
  const isMember = (await as.view(id)).members.length === 2
  expect([isMember, accepted.status === 200]).toEqual(
    row?.['state'] === 'used' ? [true, true] : [false, false],
  )
})

test('a withdrawn, declined, expired or unknown link is refused', async () => {
  const { id, as } = await setup()
  const guests = [await people.newPerson(), await people.newPerson(), await people.newPerson()]
  for (const { email } of guests) await as.invite(id, email)
  const secrets = await Promise.all(guests.map(({ email }) => people.invitationSecret(email)))
  const [withdrawn, declined, expired] = guests as [
    WorkspacePerson,
    WorkspacePerson,
    WorkspacePerson,
  ]
  const open = (await as.view(id)).invitations.find(({ email }) => email === withdrawn.email)
  const withdrawal = await as.call('DELETE', `/workspaces/${id}/invitations/${open?.id}`)
  expect(withdrawal.body().invitations).toHaveLength(2)
  expect((await decline(secrets[1] ?? '')).status).toBe(204)
  clockOffsetMs = 7 * DAY_MS
  const responses = [
    await people.as(withdrawn).accept(secrets[0] ?? ''),
    await people.as(declined).accept(secrets[1] ?? ''),
    await people.as(expired).accept(secrets[2] ?? ''),
    await people.as(expired).accept('x'.repeat(43)),
    await showInvitation(secrets[2] ?? ''),
    await decline(secrets[2] ?? ''),
  ]
  clockOffsetMs = 0
  expect(outcomes(responses)).toEqual([
    ...['LINK_EXPIRED', 'LINK_EXPIRED', 'LINK_EXPIRED', 'LINK_UNKNOWN'],
    ...['LINK_EXPIRED', 'LINK_EXPIRED'],
  ])
  expect((await as.view(id)).members).toHaveLength(1)
})

test('a link is valid for seven days', async () => {
  const { id, guest, as } = await setup()
  await as.invite(id, guest.email)
  const secret = await people.invitationSecret(guest.email)
  clockOffsetMs = 7 * DAY_MS - 60_000
  expect((await showInvitation(secret)).status).toBe(200)
  clockOffsetMs = 7 * DAY_MS
  expect(outcomes([await showInvitation(secret)])).toEqual(['LINK_EXPIRED'])
  clockOffsetMs = 0
})

test('resending an invitation creates a new link and withdraws the old one', async () => {
  const { id, guest, as } = await setup()
  const [open] = (await as.invite(id, guest.email)).body().invitations
  const old = await people.invitationSecret(guest.email)
  const again = await as.call('POST', `/workspaces/${id}/invitations/${open.id}/resend`)
  expect(again.body().invitations).toHaveLength(1)
  const fresh = await people.invitationSecret(guest.email)
  const responses = [await people.as(guest).accept(old), await people.as(guest).accept(fresh)]
  expect(outcomes(responses)).toEqual(['LINK_EXPIRED', 200])
  const withdrawnAgain = await as.call('POST', `/workspaces/${id}/invitations/${open.id}/resend`)
  expect(outcomes([withdrawnAgain])).toEqual(['INVITATION_NOT_OPEN'])
})

test('another workspace’s invitation is treated as missing', async () => {
  const [mine, theirs] = [await setup(), await setup()]
  const [open] = (await theirs.as.invite(theirs.id, theirs.guest.email)).body().invitations
  const path = `/workspaces/${mine.id}/invitations/${open.id}`
  const responses = [
    await mine.as.call('DELETE', path),
    await mine.as.call('POST', `${path}/resend`),
  ]
  expect(outcomes(responses)).toEqual(['INVITATION_NOT_OPEN', 'INVITATION_NOT_OPEN'])
  expect((await theirs.as.view(theirs.id)).invitations).toHaveLength(1)
})

test('a member cannot be invited again, regardless of the letter case of the address', async () => {
  const { owner, id, as } = await setup()
  expect(outcomes([await as.invite(id, owner.email.toUpperCase())])).toEqual(['ALREADY_MEMBER'])
})

test('a removed member cannot rejoin with a link that is still open', async () => {
  const { id, guest, as } = await setup()
  await as.invite(id, guest.email)
  const secret = await people.invitationSecret(guest.email)
  await people.as(guest).accept(secret)
  // The state after a crash between adding the member and consuming the link.
  const tokens = auth.mongo.connection.collection('tokens')
  await tokens.updateOne({ ownerId: id, 'mail.to': guest.email }, { $set: { state: 'open' } })
  await as.remove(id, guest.accountId)
  expect(outcomes([await people.as(guest).accept(secret)])).toEqual(['LINK_EXPIRED'])
})

test.each([
  ['is removed', 'remove'],
  ['is demoted', 'demote'],
  ['leaves', 'leave'],
  ['transfers the workspace', 'transfer'],
])('the invitations sent by an owner expire when that owner %s', async (_, action) => {
  const { owner, id, guest, as } = await setup()
  const other = await people.addMember(owner, id, 'owner')
  await people.as(other).invite(id, guest.email, 'owner')
  const otherGuest = await people.newPerson()
  await as.invite(id, otherGuest.email)
  const secret = await people.invitationSecret(guest.email)
  if (action === 'remove') await as.remove(id, other.accountId)
  if (action === 'demote') await as.setRole(id, other.accountId, 'viewer')
  if (action === 'leave') await people.as(other).remove(id, other.accountId)
  if (action === 'transfer') await people.as(other).transfer(id, owner.accountId)
  expect(outcomes([await showInvitation(secret), await people.as(guest).accept(secret)])).toEqual([
    ...['LINK_EXPIRED', 'LINK_EXPIRED'],
  ])
  expect((await as.view(id)).invitations.map(({ email }) => email)).toEqual([otherGuest.email])
  expect(
    (await people.as(otherGuest).accept(await people.invitationSecret(otherGuest.email))).status,
  ).toBe(200)
})

test('an invitation by a former owner gives no access and is not listed, even if its withdrawal was interrupted', async () => {
  const { owner, id, guest, as } = await setup()
  const other = await people.addMember(owner, id, 'owner')
  await people.as(other).invite(id, guest.email, 'owner')
  const secret = await people.invitationSecret(guest.email)
  await as.remove(id, other.accountId)
  const tokens = auth.mongo.connection.collection('tokens')
  await tokens.updateOne({ ownerId: id, 'mail.to': guest.email }, { $set: { state: 'open' } })
  expect(outcomes([await showInvitation(secret), await people.as(guest).accept(secret)])).toEqual([
    ...['LINK_EXPIRED', 'LINK_EXPIRED'],
  ])
  expect((await as.view(id)).invitations).toEqual([])
})
