/** Workspaces: invitations by e-mail, joining in a second browser, and role changes that take effect immediately. */
import { testSystem } from '@inkproof/launcher/testing/control'
import type { WorkspaceView } from '@inkproof/protocol/workspaces'
import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { callAs, openAs } from '../support/account.ts'
import { axeFindings } from '../support/axe.ts'
import {
  contentWidth,
  DESKTOP_WIDTH,
  PHONE_WIDTH,
  type VisitorOptions,
} from '../support/browser.ts'
import { waitForInvitationLink } from '../support/invitation.ts'
import { dialogOf, registerAccount, signIn } from '../support/sign-in.ts'
import { makeTrialFile } from '../support/steps.ts'
import { createVisitors } from '../support/visitors.ts'

const visit = createVisitors(() => testSystem().origin)

const NAME = 'Analytical Engines'
const membersOf = (page: Page) => page.getByRole('list', { name: `Members of ${NAME}` })

type Workspace = Awaited<ReturnType<typeof createWorkspace>>

/** Creates a workspace and its owner, and opens it as the owner, without a browser. */
async function createWorkspace() {
  const { origin } = testSystem()
  const owner = await registerAccount(origin, { firstName: 'Ada', lastName: 'Lovelace' })
  const { id } = await callAs<WorkspaceView>(origin, owner, ['POST', '/workspaces', { name: NAME }])
  await callAs(origin, owner, ['POST', `/workspaces/${id}/enter`])
  return { origin, id, owner }
}

/** Opens the owner's settings of the workspace. */
async function openAsOwner({ owner }: Workspace, options: VisitorOptions = {}) {
  const { page, browserErrors } = await visit(options)
  await openAs(page, owner, '/user-profile#workspaces')
  await membersOf(page).waitFor()
  return { page, browserErrors }
}

/** Creates a user who joins without a browser and opens the workspace. */
async function join({ origin, id, owner }: Workspace, role: string) {
  const guest = await registerAccount(origin, { firstName: 'Bob', lastName: 'Example' })
  const path = `/workspaces/${id}/invitations`
  await callAs(origin, owner, ['POST', path, { email: guest.email, role }])
  const secret = (await waitForInvitationLink(guest.email)).split('=').at(-1)
  await callAs(origin, guest, ['POST', '/invitations/accept', { secret }])
  const { user } = await callAs<{ user: object }>(origin, guest, [
    'POST',
    `/workspaces/${id}/enter`,
  ])
  return { ...guest, user }
}

test('a user invited by e-mail follows the link, signs in, accepts, and is a member', async () => {
  const workspace = await createWorkspace()
  const { origin } = workspace
  const { page } = await openAsOwner(workspace)
  const guest = await registerAccount(origin, { firstName: 'Bob', lastName: 'Example' })
  await page.getByLabel(/^E-mail address/).fill(guest.email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('Invitation sent', { exact: true }).waitFor()
  const pending = page.getByRole('list', { name: 'Pending invitations' })
  await pending.getByText(guest.email, { exact: true }).waitFor()

  const { page: other } = await visit()
  await other.goto(await waitForInvitationLink(guest.email))
  await other.getByRole('heading', { name: `Join ${NAME}` }).waitFor()
  expect(new URL(other.url()).hash).toBe('')
  await other.getByText('Ada Lovelace invited you.').waitFor()
  await other.reload()
  await other
    .getByRole('region', { name: 'Link from your e-mail' })
    .getByRole('button', { name: 'Sign in' })
    .click()
  expect(await dialogOf(other).field('Email').inputValue()).toBe(guest.email)
  await signIn(other, guest)
  await other.getByRole('button', { name: 'Accept and open workspace' }).click()
  await other.waitForURL('**/dashboard')
  await other.getByRole('main').getByText(`Workspace: ${NAME}`).waitFor()
  await other.getByText(`Switched to ${NAME}`, { exact: true }).waitFor()
  // An accepted invitation is no longer pending.
  await other.goto('/user-profile#workspaces')
  await membersOf(other).getByText('Bob Example').waitFor()

  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await membersOf(page).getByText('Bob Example').waitFor()
  await pending.waitFor({ state: 'detached' })
})

test('a forwarded link cannot be accepted from another account, and a used link is reported', async () => {
  const workspace = await createWorkspace()
  const guest = await join(workspace, 'member')
  const used = await waitForInvitationLink(guest.email)
  const { email } = await registerAccount(workspace.origin)
  const path = `/workspaces/${workspace.id}/invitations`
  await callAs(workspace.origin, workspace.owner, ['POST', path, { email, role: 'member' }])
  const { page } = await visit()
  await openAs(page, guest, await waitForInvitationLink(email))
  await page.getByText(`You are signed in as ${guest.email}`).waitFor()
  expect(await page.getByRole('button', { name: 'Accept and open workspace' }).count()).toBe(0)
  const usedLink = await visit()
  await usedLink.page.goto(used)
  await usedLink.page.getByText('This link has already been used.', { exact: false }).waitFor()
})

test('the Certify button is enabled for a member, and disabled for a viewer with an explanation', async () => {
  const workspace = await createWorkspace()
  const guest = await join(workspace, 'viewer')
  const { page: ownerPage } = await openAsOwner(workspace)
  const { page: guestPage } = await visit()
  await openAs(guestPage, guest, '/')
  await makeTrialFile(guestPage, 'I owe you pears.')
  await guestPage.getByText('View only').waitFor()
  const certify = guestPage.getByRole('button', { name: 'Certify', exact: true })
  expect(await certify.isDisabled()).toBe(true)
  await guestPage.getByText(/You are a viewer in this workspace/).waitFor()

  await chooseRole(ownerPage, 'Bob Example', 'Member')
  await guestPage.evaluate(() => dispatchEvent(new Event('focus')))
  await guestPage.getByText('View only').waitFor({ state: 'detached' })
  expect(await certify.isEnabled()).toBe(true)

  await chooseRole(ownerPage, 'Bob Example', 'Viewer')
  // The page does not know of the new role yet, but the service does.
  await certify.click()
  await guestPage
    .getByText(/You are a viewer in this workspace/)
    .first()
    .waitFor()
  await guestPage.getByText('View only').waitFor()
  expect(await certify.isDisabled()).toBe(true)
})

test('members see the certificates of their workspace, and the name of the workspace', async () => {
  const workspace = await createWorkspace()
  const guest = await join(workspace, 'viewer')
  const { page: ownerPage } = await visit()
  await openAs(ownerPage, workspace.owner, '/')
  await makeTrialFile(ownerPage, 'I owe the engines some pears.')
  await ownerPage.getByText(`Workspace: ${NAME}`).waitFor()
  await ownerPage.getByRole('button', { name: 'Certify', exact: true }).click()
  await ownerPage.getByText('Blockchain progress').waitFor()
  const { page } = await visit()
  await openAs(page, guest, '/dashboard')
  await page.getByText(`Workspace: ${NAME}`).waitFor()
  await page.getByRole('link', { name: /I owe the engines/ }).click()
  await page.getByText(`Belongs to ${NAME}`).waitFor()
  const revoke = page.getByRole('button', { name: 'Revoke certificate' })
  expect(await revoke.isDisabled()).toBe(true)
})

test('after a transfer, the new owner can remove the previous one; both changes take effect immediately', async () => {
  const workspace = await createWorkspace()
  const guest = await join(workspace, 'member')
  const { page: ownerPage } = await openAsOwner(workspace)
  await choose(ownerPage, 'Transfer ownership', 'Transfer')
  await ownerPage.getByText(/^Your role: Member/).waitFor()
  const { page } = await visit()
  await openAs(page, guest, '/user-profile#workspaces')
  await page.getByText(/^Your role: Owner/).waitFor()
  await choose(page, 'Remove from workspace', 'Remove', 'Ada Lovelace')
  await page.getByText('Ada Lovelace was removed', { exact: true }).waitFor()
  await ownerPage.reload()
  await ownerPage.getByRole('list', { name: /^Members of Ada Lovelace’s workspace/ }).waitFor()
  // The name remains only in the history.
  expect(await membersOf(ownerPage).count()).toBe(0)
})

test('by keyboard alone, a member leaves a workspace and creates another', async () => {
  const guest = await join(await createWorkspace(), 'member')
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
  const stored = await page.evaluate(() => localStorage.getItem('inkproof_user'))
  expect(stored).not.toBe(JSON.stringify(guest.user))
})

test.each([
  { theme: 'dark', width: DESKTOP_WIDTH },
  { theme: 'light', width: PHONE_WIDTH },
] as const)(
  'axe finds nothing in settings and invitation in the $theme theme, $width px wide',
  async (options) => {
    const workspace = await createWorkspace()
    await join(workspace, 'viewer')
    const { email } = await registerAccount(workspace.origin)
    const path = `/workspaces/${workspace.id}/invitations`
    await callAs(workspace.origin, workspace.owner, ['POST', path, { email, role: 'viewer' }])
    const { page, browserErrors } = await openAsOwner(workspace, options)
    await membersOf(page).getByText('Bob Example').waitFor()
    await page.getByText(email, { exact: true }).waitFor()
    const findings = { settings: await axeFindings(page), invitation: [] as string[] }
    expect(await contentWidth(page)).toBeLessThanOrEqual(options.width)
    const other = await visit(options)
    await other.page.goto(await waitForInvitationLink(email))
    await other.page.getByRole('heading', { name: `Join ${NAME}` }).waitFor()
    findings.invitation = await axeFindings(other.page)
    expect(findings).toEqual({ settings: [], invitation: [] })
    expect([browserErrors, other.browserErrors]).toEqual([[], []])
  },
)

async function chooseRole(page: Page, member: string, role: string): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.getByRole('combobox', { name: `Role of ${member}` }).click()
  await page.getByRole('option', { name: role, exact: true }).click()
  await page.getByText(`${member}’s role is now ${role}`, { exact: true }).waitFor()
}

async function choose(page: Page, item: string, verb: string, member = 'Bob Example') {
  await page.getByRole('button', { name: `Actions for ${member}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: verb, exact: true }).click()
}
