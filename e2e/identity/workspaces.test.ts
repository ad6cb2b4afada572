/** Workspaces: invited by e-mail, joined in a second browser, with roles that apply at once. */
import { testSystem } from '@inkproof/launcher/testing/control'
import type { WorkspaceView } from '@inkproof/protocol/workspaces'
import { expect, jest, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { callAs, openAs } from '../support/account.ts'
import { axeFindings } from '../support/axe.ts'
import { DESKTOP_WIDTH, PHONE_WIDTH, type VisitorOptions, widthOf } from '../support/browser.ts'
import { invitationTo } from '../support/invitation.ts'
import { dialogOf, registered, signIn } from '../support/sign-in.ts'
import { makeTrialFile } from '../support/steps.ts'
import { visitorsOf } from '../support/visitors.ts'

jest.setTimeout(120_000)

const visit = visitorsOf(() => testSystem().origin)
const { stringify } = JSON

const NAME = 'Analytical Engines'
const membersOf = (page: Page) => page.getByRole('list', { name: `Members of ${NAME}` })

/** An owner on the settings page of a workspace created for this test. */
async function setup(options: VisitorOptions = {}) {
  const { origin } = testSystem()
  const owner = await registered(origin, { firstName: 'Ada', lastName: 'Lovelace' })
  const { id } = await callAs<WorkspaceView>(origin, owner, ['POST', '/workspaces', { name: NAME }])
  await callAs(origin, owner, ['POST', `/workspaces/${id}/enter`])
  const { page, complaints } = await visit(options)
  await openAs(page, owner, '/user-profile#workspaces')
  await membersOf(page).waitFor()
  return { origin, id, owner, page, complaints }
}

/** A new user who joined without a browser and works there. */
async function join({ origin, id, owner }: Awaited<ReturnType<typeof setup>>, role: string) {
  const guest = await registered(origin, { firstName: 'Bob', lastName: 'Example' })
  const path = `/workspaces/${id}/invitations`
  await callAs(origin, owner, ['POST', path, { email: guest.email, role }])
  const secret = (await invitationTo(guest.email)).split('=').at(-1)
  await callAs(origin, guest, ['POST', '/invitations/accept', { secret }])
  const { user } = await callAs<{ user: object }>(origin, guest, [
    'POST',
    `/workspaces/${id}/enter`,
  ])
  return { ...guest, user }
}

test('a user invited by e-mail follows the link, signs in, accepts, and is a member', async () => {
  const { origin, page } = await setup()
  const guest = await registered(origin, { firstName: 'Bob', lastName: 'Example' })
  await page.getByLabel(/^E-mail address/).fill(guest.email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('Invitation sent', { exact: true }).waitFor()
  const open = page.getByRole('list', { name: 'Pending invitations' })
  await open.getByText(guest.email, { exact: true }).waitFor()

  const { page: other } = await visit()
  await other.goto(await invitationTo(guest.email))
  await other.getByRole('heading', { name: `Join ${NAME}` }).waitFor()
  expect(new URL(other.url()).hash).toBe('')
  await other.getByText('Ada Lovelace invited you.').waitFor()
  await other.reload()
  await other.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  expect(await dialogOf(other).field('Email').inputValue()).toBe(guest.email)
  await signIn(other, guest)
  await other.getByRole('button', { name: 'Accept and open workspace' }).click()
  await other.waitForURL('**/dashboard')
  await other.getByRole('main').getByText(`In ${NAME}`).waitFor()
  await other.getByText(`Switched to ${NAME}`, { exact: true }).waitFor()
  // An accepted invitation is no longer pending.
  await other.goto('/user-profile#workspaces')
  await membersOf(other).getByText('Bob Example').waitFor()

  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await membersOf(page).getByText('Bob Example').waitFor()
  await open.waitFor({ state: 'detached' })
})

test('a forwarded link says whom it is for, and a used one says so', async () => {
  const known = await setup()
  const guest = await join(known, 'member')
  const used = await invitationTo(guest.email)
  const { email } = await registered(known.origin)
  const path = `/workspaces/${known.id}/invitations`
  await callAs(known.origin, known.owner, ['POST', path, { email, role: 'member' }])
  const { page } = await visit()
  await openAs(page, guest, await invitationTo(email))
  await page.getByText(`You are signed in as ${guest.email}`).waitFor()
  expect(await page.getByRole('button', { name: 'Accept and open workspace' }).count()).toBe(0)
  const again = await visit()
  await again.page.goto(used)
  await again.page.getByText('This link has already been used.', { exact: false }).waitFor()
})

test('a viewer sees why the button is disabled; as a member they certify; as a viewer again, they cannot', async () => {
  const known = await setup()
  const guest = await join(known, 'viewer')
  const { page: theirs } = await visit()
  await openAs(theirs, guest, '/')
  await makeTrialFile(theirs, 'I owe you pears.')
  await theirs.getByText('View only').waitFor()
  const certify = theirs.getByRole('button', { name: 'Certify', exact: true })
  expect(await certify.isDisabled()).toBe(true)
  await theirs.getByText(/You are a viewer in this workspace/).waitFor()

  await chooseRole(known.page, 'Bob Example', 'Member')
  await theirs.evaluate(() => dispatchEvent(new Event('focus')))
  await theirs.getByText('View only').waitFor({ state: 'detached' })
  expect(await certify.isEnabled()).toBe(true)

  await chooseRole(known.page, 'Bob Example', 'Viewer')
  // The page does not know yet; the service does.
  await certify.click()
  await theirs
    .getByText(/You are a viewer in this workspace/)
    .first()
    .waitFor()
  await theirs.getByText('View only').waitFor()
  expect(await certify.isDisabled()).toBe(true)
})

test('members of a workspace see what is certified in it, under its name', async () => {
  const known = await setup()
  const guest = await join(known, 'viewer')
  await known.page.goto('/')
  await makeTrialFile(known.page, 'I owe the engines some pears.')
  await known.page.getByText(`In ${NAME}`).waitFor()
  await known.page.getByRole('button', { name: 'Certify', exact: true }).click()
  await known.page.getByText('Progress to the blockchain').waitFor()
  const { page } = await visit()
  await openAs(page, guest, '/dashboard')
  await page.getByText(`In ${NAME}`).waitFor()
  await page.getByRole('link', { name: /I owe the engines/ }).click()
  await page.getByText(`Belongs to ${NAME}`).waitFor()
  const revoke = page.getByRole('button', { name: 'Revoke certificate' })
  expect(await revoke.isDisabled()).toBe(true)
})

test('after a transfer, the new owner can remove the previous one; both changes apply at once', async () => {
  const known = await setup()
  const guest = await join(known, 'member')
  await known.page.reload()
  await membersOf(known.page).waitFor()
  await choose(known.page, 'Transfer ownership', 'Transfer')
  await known.page.getByText(/^Your role: Member/).waitFor()
  const { page } = await visit()
  await openAs(page, guest, '/user-profile#workspaces')
  await page.getByText(/^Your role: Owner/).waitFor()
  await choose(page, 'Remove from workspace', 'Remove', 'Ada Lovelace')
  await page.getByText('Ada Lovelace was removed', { exact: true }).waitFor()
  await known.page.reload()
  await known.page.getByRole('list', { name: /^Members of Ada Lovelace’s workspace/ }).waitFor()
  // Its name remains in the history and nowhere else.
  expect(await membersOf(known.page).count()).toBe(0)
})

test('by keyboard alone: a workspace is created and opened, and a member leaves another', async () => {
  const known = await setup()
  const guest = await join(known, 'member')
  const { page } = await visit()
  await openAs(page, guest, '/user-profile#workspaces')
  await membersOf(page).waitFor()
  await page.getByRole('button', { name: `Leave ${NAME}` }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText(`You left ${NAME}`, { exact: true }).waitFor()
  await page.getByRole('list', { name: /^Members of Bob Example’s workspace/ }).waitFor()
  await page.getByRole('button', { name: 'New workspace' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('Difference Engines')
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Members of Difference Engines' }).waitFor()
  const kept = await page.evaluate(() => localStorage.getItem('inkproof_user'))
  expect(kept).not.toBe(stringify(guest.user))
})

test.each([
  { theme: 'dark', width: DESKTOP_WIDTH },
  { theme: 'light', width: PHONE_WIDTH },
] as const)(
  'settings and invitation in the $theme theme, $width px wide: axe finds nothing',
  async (options) => {
    const known = await setup(options)
    await join(known, 'viewer')
    const { email } = await registered(known.origin)
    const path = `/workspaces/${known.id}/invitations`
    await callAs(known.origin, known.owner, ['POST', path, { email, role: 'viewer' }])
    await known.page.reload()
    await membersOf(known.page).getByText('Bob Example').waitFor()
    await known.page.getByText(email, { exact: true }).waitFor()
    const findings = { settings: await axeFindings(known.page), invitation: [] as string[] }
    expect(await widthOf(known.page)).toBeLessThanOrEqual(options.width)
    const other = await visit(options)
    await other.page.goto(await invitationTo(email))
    await other.page.getByRole('heading', { name: `Join ${NAME}` }).waitFor()
    findings.invitation = await axeFindings(other.page)
    expect(findings).toEqual({ settings: [], invitation: [] })
    expect([known.complaints, other.complaints]).toEqual([[], []])
  },
)

async function chooseRole(page: Page, member: string, role: string): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.getByRole('combobox', { name: `Role of ${member}` }).click()
  await page.getByRole('option', { name: role, exact: true }).click()
  await page.getByText(`${member} now has the role ${role}`, { exact: true }).waitFor()
}

async function choose(page: Page, item: string, verb: string, member = 'Bob Example') {
  await page.getByRole('button', { name: `Actions for ${member}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: verb, exact: true }).click()
}
