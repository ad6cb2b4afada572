/** Tests that a squatter, who registers with someone else's address and waits for its owner, gains no access. */
import { DELETION_PHRASE } from '@inkproof/protocol/profile'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { accountModel } from '../accounts/accounts.model.ts'
import { extractLink, waitForEmail } from '../testing/mailbox.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { createWorkspacePeople, type WorkspacePerson } from '../testing/workspace-people.ts'

const NEW_PASSWORD = 'another horse battery'

let auth: TestAuth
let people: ReturnType<typeof createWorkspacePeople>
beforeAll(async () => {
  auth = await startAuth()
  people = createWorkspacePeople(auth)
})
afterAll(() => auth.stop())

/** Resets the password as the owner of the address, and signs in. */
async function signInAsOwner({ email }: WorkspacePerson) {
  await auth.send('POST', '/api/auth/forgot-password', { email })
  const { secret: token } = extractLink(await waitForEmail(email, /Choose a new password/))
  const reset = await auth.send('POST', '/api/auth/reset-password', {
    token,
    password: NEW_PASSWORD,
  })
  expect(reset.status).toBe(204)
  return (await auth.send('POST', '/api/auth/login', { email, password: NEW_PASSWORD })).body()
}

test('the owner starts in the personal workspace, not in one that the squatter prepared', async () => {
  const squatter = await people.newPerson()
  const trapId = await people.as(squatter).createWorkspace('Trap')
  const accomplice = await people.addMember(squatter, trapId, 'owner')
  expect((await people.as(squatter).enter(trapId)).status).toBe(200)
  const { user, token } = await signInAsOwner(squatter)
  expect(user.workspaceId).toBe(squatter.personalId)
  const workspaces = await people.as({ token }).list()
  expect(workspaces.map(({ id }) => id)).toEqual([squatter.personalId])
  expect((await people.as(accomplice).view(trapId)).members).toHaveLength(1)
})

test('a reset removes others from the personal workspace and voids its invitations', async () => {
  const squatter = await people.newPerson()
  // The row is created on first use of the workspace.
  await people.as(squatter).list()
  const guest = await people.addMember(squatter, squatter.personalId, 'owner')
  await people.as(guest).enter(squatter.personalId)
  const invitee = await people.newPerson()
  await people.as(squatter).invite(squatter.personalId, invitee.email)
  const invitation = await people.invitationSecret(invitee.email)
  const { token } = await signInAsOwner(squatter)
  const personal = await people.as({ token }).view(squatter.personalId)
  expect(personal.members.map(({ email }) => email)).toEqual([squatter.email])
  expect((await people.as(invitee).accept(invitation)).status).toBe(410)
  expect((await people.as(guest).me()).workspaceId).toBe(guest.personalId)
})

test('a reset cancels a deletion that the squatter scheduled', async () => {
  const squatter = await people.newPerson()
  const deletion = await people
    .as(squatter)
    .call('POST', '/deletion', { confirmation: DELETION_PHRASE })
  await signInAsOwner(squatter)
  const row = await accountModel(auth.mongo.connection).findById(squatter.accountId).lean()
  expect([deletion.status, row?.deleteAt]).toEqual([200, null])
})
