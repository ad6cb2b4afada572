/** A person who registers with somebody else's address and waits for its owner gains nothing. */
import { DELETION_PHRASE } from '@inkproof/protocol/profile'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { accountModel } from '../accounts/accounts.model.ts'
import { type Colleague, colleaguesOf } from '../testing/colleagues.ts'
import { linkIn, mailTo } from '../testing/mailbox.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'

const NEW = 'another horse battery'

let auth: TestAuth
let people: ReturnType<typeof colleaguesOf>
beforeAll(async () => {
  auth = await startAuth()
  people = colleaguesOf(auth)
})
afterAll(() => auth.stop())

/** The owner of the address resets the password and signs in. */
async function ownerOf({ email }: Colleague) {
  await auth.send('POST', '/api/auth/forgot-password', { email })
  const { secret: token } = linkIn(await mailTo(email, /Choose a new password/))
  const reset = await auth.send('POST', '/api/auth/reset-password', { token, password: NEW })
  expect(reset.status).toBe(204)
  return (await auth.send('POST', '/api/auth/login', { email, password: NEW })).body()
}

test('the owner starts in their own workspace, not in one that was prepared for them', async () => {
  const squatter = await people.newcomer()
  const trap = await people.as(squatter).found('Trap')
  const accomplice = await people.letIn(squatter, trap, 'owner')
  expect((await people.as(squatter).enter(trap)).status).toBe(200)
  const { user, token } = await ownerOf(squatter)
  expect(user.workspaceId).toBe(squatter.personalId)
  const held = await people.as({ token }).list()
  expect(held.map(({ id }) => id)).toEqual([squatter.personalId])
  expect((await people.as(accomplice).view(trap)).members).toHaveLength(1)
})

test('nobody else is in the owner’s own workspace, or can join it with an invitation', async () => {
  const squatter = await people.newcomer()
  // The row is created on first use of the workspace.
  await people.as(squatter).list()
  const inside = await people.letIn(squatter, squatter.personalId, 'owner')
  await people.as(inside).enter(squatter.personalId)
  const late = await people.newcomer()
  await people.as(squatter).invite(squatter.personalId, late.email)
  const invitation = await people.mailedTo(late.email)
  const { token } = await ownerOf(squatter)
  const own = await people.as({ token }).view(squatter.personalId)
  expect(own.members.map(({ email }) => email)).toEqual([squatter.email])
  expect((await people.as(late).accept(invitation)).status).toBe(410)
  expect((await people.as(inside).me()).workspaceId).toBe(inside.personalId)
})

test('a deletion that was scheduled before is cancelled', async () => {
  const squatter = await people.newcomer()
  const asked = await people
    .as(squatter)
    .call('POST', '/deletion', { confirmation: DELETION_PHRASE })
  await ownerOf(squatter)
  const row = await accountModel(auth.mongo.connection).findById(squatter.accountId).lean()
  expect([asked.status, row?.deleteAt]).toEqual([200, null])
})
