/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import type { MemberView, WorkspaceView } from '@inkproof/protocol/workspaces'
import { signOut, useSession, useToasts } from '@inkproof/slice'
import type { ReceivedRequest, TestResponse } from '@inkproof/slice/testing/serve'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { renderHookResult, show, signInAs, startService, USER } from '../testing/page.tsx'
import { ADA, BOB, CAROL, ENGINES, PERSONAL, summaryOf } from '../testing/workspace.ts'
import { reloadWorkspaces, switchToWorkspace } from './reload-workspaces.ts'
import { useWorkspaceChange } from './use-workspaces.ts'
import { renameWorkspace } from './workspaces.api.ts'
import { Component as WorkspacesSection } from './workspaces-section.tsx'

// jsdom has neither; lists need them.
HTMLElement.prototype.scrollIntoView = () => {}
HTMLElement.prototype.hasPointerCapture = () => false

let stop: () => Promise<void>
afterEach(async () => {
  await stop()
  act(() => useToasts.setState({ toasts: [] }))
})

const INVITATION = {
  id: 'i'.repeat(43),
  email: 'dan@example.org',
  role: 'viewer' as const,
  sentAt: '2026-03-01T00:00:00.000Z',
  expiresAt: '2026-03-08T00:00:00.000Z',
}

const NO_BRANDING = {
  ...{ logo: null, color: null, privacyUrl: null, termsUrl: null },
  ...{ replyTo: null, replyToChoices: [] },
}
const toReplies = ({ accountId, email, name }: MemberView) => ({
  accountId,
  name,
  email: email ?? '',
})
const LOGO = { url: `/api/auth/logos/${'L'.repeat(22)}`, width: 480, height: 100 }
const onBranding = (respond: (request: ReceivedRequest) => TestResponse) => {
  return (request: ReceivedRequest) =>
    request.url.includes('/branding') ? respond(request) : undefined
}

async function setup(
  current: WorkspaceView = ENGINES,
  respond?: (request: ReceivedRequest) => TestResponse | undefined,
) {
  const service = await startService((request) => {
    const customResponse = respond?.(request)
    if (customResponse) return customResponse
    if (request.url.endsWith('/workspaces'))
      return { body: { workspaces: [PERSONAL, summaryOf(current)] } }
    if (request.url.endsWith('/branding')) return { body: NO_BRANDING }
    return { body: current }
  })
  stop = service.stop
  signInAs({ ...USER, workspaceId: current.id, role: current.role })
  show(<WorkspacesSection />)
  const members = await screen.findByRole('list', { name: `Members of ${current.name}` })
  const sent = (method: string) => service.requests.filter((request) => request.method === method)
  return { ...service, sent, members: within(members), user: userEvent.setup() }
}

const toastTitle = () => useToasts.getState().toasts[0]?.title

test('shows the current workspace, the user’s role and the members', async () => {
  const { members } = await setup()
  const workspaceList = within(screen.getByRole('list', { name: 'Workspaces' }))
  expect(workspaceList.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'Ada Lovelace’s workspacePersonal · only youSwitch',
    'Analytical EnginesOwner · 2 membersCurrent',
  ])
  expect(
    screen.getByText(
      /^Your role: Owner\. Can certify, revoke and view certificates, and manage members/,
    ),
  ).toBeTruthy()
  expect(members.getByText('(you)')).toBeTruthy()
  expect(members.getByText('bob@example.org')).toBeTruthy()
})

test('switching the workspace updates the stored session', async () => {
  const { user } = await setup(ENGINES, ({ url }) =>
    url.endsWith('/w1/enter') ? { body: { user: { ...USER, workspaceId: 'w1' } } } : undefined,
  )
  await user.click(screen.getByRole('button', { name: 'Switch to Ada Lovelace’s workspace' }))
  await waitFor(() => expect(toastTitle()).toMatch(/^Switched to/))
  expect(JSON.parse(localStorage.getItem('inkproof_user') ?? '{}')).toMatchObject({ id: USER.id })
})

test('updates the session when the loaded list has a role that was changed elsewhere', async () => {
  const viewer: WorkspaceView = { ...ENGINES, role: 'viewer' }
  const service = await startService(({ url }) =>
    url.endsWith('/workspaces')
      ? { body: { workspaces: [PERSONAL, summaryOf(viewer)] } }
      : { body: viewer },
  )
  stop = service.stop
  signInAs({ ...USER, workspaceId: viewer.id, role: 'owner' })
  show(<WorkspacesSection />)
  await waitFor(() => expect(useSession.getState().user?.role).toBe('viewer'))
})

test.each(['member', 'viewer'] as const)(
  'a %s can only see the members and leave',
  async (role) => {
    const self = { ...ENGINES.members[0], role, isYou: true } as WorkspaceView['members'][number]
    const { members } = await setup({
      ...ENGINES,
      role,
      members: [self, { ...BOB, role: 'owner' }],
    })
    expect(members.getAllByRole('button').map((button) => button.ariaLabel)).toEqual([
      'Leave Analytical Engines',
    ])
    expect(screen.queryByText('Invite people')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Rename' })).toBeNull()
  },
)

test('the last owner can neither leave nor give up the role', async () => {
  const { members } = await setup()
  const [ownRow] = members.getAllByRole('listitem')
  expect(within(ownRow as HTMLElement).queryByRole('button')).toBeNull()
  expect(within(ownRow as HTMLElement).queryByRole('combobox')).toBeNull()
})

test('an owner removes a member after confirmation', async () => {
  const { user, members, sent } = await setup(ENGINES, ({ method }) =>
    method === 'DELETE' ? { status: 204 } : undefined,
  )
  await user.click(members.getByRole('button', { name: 'Actions for Bob Example' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from workspace' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/Everything they certified stays in the workspace/)).toBeTruthy()
  expect(sent('DELETE')).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(toastTitle()).toBe('Bob Example was removed'))
  expect(sent('DELETE').map(({ url }) => url)).toEqual(['/api/auth/workspaces/w2/members/u2'])
})

test('an owner transfers the ownership after confirmation, and is then shown as a member', async () => {
  const transferred: WorkspaceView = { ...ENGINES, role: 'member' }
  const { user, members, sentTo } = await setup(ENGINES, ({ url }) =>
    url.endsWith('/transfer') ? { body: transferred } : undefined,
  )
  await user.click(members.getByRole('button', { name: 'Actions for Bob Example' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Transfer ownership' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Transfer' }))
  expect(await screen.findByText(/^Your role: Member/)).toBeTruthy()
  expect(sentTo('/api/auth/workspaces/w2/transfer')).toEqual([{ accountId: 'u2' }])
  expect(useSession.getState().user?.role).toBe('member')
})

test('inviting sends address and role, clears the field and lists the invitation', async () => {
  const { user, sentTo } = await setup(ENGINES, ({ method }) =>
    method === 'POST'
      ? { status: 201, body: { ...ENGINES, invitations: [INVITATION] } }
      : undefined,
  )
  const getEmailField = () => screen.getByLabelText<HTMLInputElement>(/E-mail address/)
  await user.type(getEmailField(), ' dan@example.org {Enter}')
  const pending = await screen.findByRole('list', { name: 'Pending invitations' })
  expect(pending.textContent).toContain('dan@example.orgViewer · valid until')
  expect(sentTo('/api/auth/workspaces/w2/invitations')).toEqual([
    { email: 'dan@example.org', role: 'member' },
  ])
  await waitFor(() => expect(getEmailField().value).toBe(''))
})

test('a rejected invitation keeps the input and explains why', async () => {
  const { user } = await setup(ENGINES, ({ method }) =>
    method === 'POST' ? { status: 409, body: 'Is a member already.' } : undefined,
  )
  await user.type(screen.getByLabelText(/E-mail address/), 'bob@example.org{Enter}')
  expect(await screen.findByText(/Is a member already\./)).toBeTruthy()
  const emailField = screen.getByLabelText<HTMLInputElement>(/E-mail address/)
  expect(emailField.value).toBe('bob@example.org')
})

test('a pending invitation can be resent or withdrawn', async () => {
  const pending = { ...ENGINES, invitations: [INVITATION] }
  const { user, requests } = await setup(pending, ({ method }) =>
    method === 'DELETE' ? { body: ENGINES } : undefined,
  )
  await user.click(screen.getByRole('button', { name: 'Send again to dan@example.org' }))
  await waitFor(() => expect(toastTitle()).toBe('Invitation resent'))
  await user.click(screen.getByRole('button', { name: /^Withdraw/ }))
  await waitFor(() => expect(screen.queryByText('dan@example.org')).toBeNull())
  const path = `/api/auth/workspaces/w2/invitations/${INVITATION.id}`
  expect(requests.slice(-2).map(({ method, url }) => `${method} ${url}`)).toEqual([
    `POST ${path}/resend`,
    `DELETE ${path}`,
  ])
})

test('the personal workspace cannot be transferred', async () => {
  const self = { ...ENGINES.members[0], isPersonal: true } as WorkspaceView['members'][number]
  const personal = { ...ENGINES, isPersonal: true, members: [self, CAROL] }
  const { user, members } = await setup(personal)
  await user.click(members.getByRole('button', { name: 'Actions for Carol Example' }))
  expect(await screen.findAllByRole('menuitem')).toHaveLength(1)
})

test('reports workspaces that fail to load, and can retry', async () => {
  let isBroken = true
  const service = await startService(({ url }) => {
    if (isBroken) return { status: 503, body: 'No.' }
    return url.endsWith('/workspaces')
      ? { body: { workspaces: [PERSONAL, summaryOf(ENGINES)] } }
      : { body: ENGINES }
  })
  stop = service.stop
  signInAs()
  show(<WorkspacesSection />)
  const retryButton = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByText('Your workspaces could not be loaded')).toBeTruthy()
  isBroken = false
  await userEvent.setup().click(retryButton)
  expect(await screen.findByRole('list', { name: 'Workspaces' })).toBeTruthy()
})

test('a response that arrives after signing out does not restore the session', async () => {
  const service = await startService(async ({ url }) => {
    if (url.endsWith('/enter')) await act(signOut)
    return { body: { user: USER, workspaces: [PERSONAL] } }
  })
  stop = service.stop
  signInAs()
  await act(() => switchToWorkspace('w1'))
  expect(useSession.getState().status).toBe('signed-out')
})

test('the response to one user’s change is not shown to the next user in the same workspace', async () => {
  const viewer: WorkspaceView = { ...ENGINES, role: 'viewer' }
  const service = await startService(async ({ method, url }) => {
    if (method === 'GET')
      return { body: url.endsWith('s') ? { workspaces: [summaryOf(viewer)] } : viewer }
    signInAs({ ...USER, id: 'u2', workspaceId: viewer.id, role: 'viewer' }, 'next')
    await act(reloadWorkspaces)
    return { body: ENGINES }
  })
  stop = service.stop
  signInAs({ ...USER, workspaceId: ENGINES.id })
  const change = renderHookResult(useWorkspaceChange)
  await act(() => change(() => renameWorkspace(ENGINES.id, 'Engines')))
  expect(useSession.getState().user).toMatchObject({ id: 'u2', role: 'viewer' })
})

test('an owner saves a color and a legal link, after invalid ones were explained', async () => {
  const saved = { ...NO_BRANDING, color: '#ffee00', privacyUrl: 'https://engines.example/privacy' }
  const { sentTo, user } = await setup(
    ENGINES,
    onBranding(({ method }) => ({ body: method === 'PATCH' ? saved : NO_BRANDING })),
  )
  const color = await screen.findByLabelText(/^Color of main buttons/)
  const privacy = screen.getByLabelText(/^Address of your privacy policy/)
  const save = () => user.click(screen.getByRole('button', { name: 'Save branding' }))
  await user.type(color, 'yellow')
  await save()
  await screen.findByText('Enter a color such as #1a2b3c, or leave the field blank.')
  await user.clear(color)
  await user.type(color, '#FFEE00')
  expect(screen.getByText(/^This color was made darker or lighter/)).toBeTruthy()
  await user.type(privacy, 'http://engines.example')
  await save()
  await screen.findByText('Enter a complete address that starts with https://.')
  await user.clear(privacy)
  await user.type(privacy, 'https://engines.example/privacy')
  expect(screen.getByRole('link', { name: /^Privacy policy \(engines\.example/ })).toBeTruthy()
  await save()
  await waitFor(() => expect(toastTitle()).toBe('Branding saved'))
  expect(sentTo('/api/auth/workspaces/w2/branding')).toContainEqual({
    color: '#ffee00',
    privacyUrl: 'https://engines.example/privacy',
    termsUrl: null,
    replyTo: null,
  })
})

test('an owner chooses a logo, after a file that cannot be one was refused, and removes it', async () => {
  let logo: typeof LOGO | null = null
  const { sent } = await setup(
    ENGINES,
    onBranding(({ method }) => {
      if (method !== 'GET') logo = method === 'PUT' ? LOGO : null
      return { body: { ...NO_BRANDING, logo } }
    }),
  )
  const user = userEvent.setup({ applyAccept: false })
  await screen.findByRole('button', { name: 'Choose or drop a logo' })
  const choose = (name: string, type: string) =>
    user.upload(
      document.querySelector('input[type="file"]') as HTMLInputElement,
      new File(['x'], name, { type }),
    )
  await choose('logo.svg', 'image/svg+xml')
  await screen.findByText('logo.svg cannot be a logo. Choose a PNG, JPEG or WebP file.')
  expect(sent('PUT')).toHaveLength(0)
  await choose('logo.png', 'image/png')
  await screen.findAllByRole('img', { name: 'Analytical Engines' })
  expect(JSON.parse(sent('PUT')[0]?.body ?? '')).toEqual({ image: btoa('x') })
  await user.click(screen.getByRole('button', { name: 'Remove the logo' }))
  await screen.findByRole('button', { name: 'Choose or drop a logo' })
  expect(screen.queryByRole('img', { name: 'Analytical Engines' })).toBeNull()
})

test('a member sees the branding without controls, and a failure can be retried', async () => {
  let failures = 1
  const self = { ...ENGINES.members[0], role: 'member' } as WorkspaceView['members'][number]
  const name = 'Ink-Proof Engines'
  const { user } = await setup(
    { ...ENGINES, name, role: 'member', members: [self, { ...BOB, role: 'owner' }] },
    onBranding(() =>
      failures-- > 0 ? { status: 500, body: {} } : { body: { ...NO_BRANDING, logo: LOGO } },
    ),
  )
  await screen.findByText('The branding could not be loaded')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Only owners can change it.')).toBeTruthy()
  expect(screen.getByRole('img', { name })).toBeTruthy()
  expect(screen.getByText(/^E-mails show no branding, because the name/)).toBeTruthy()
  expect(screen.queryByLabelText(/^Color of main buttons/)).toBeNull()
})

test('an owner chooses who gets replies among the members with a confirmed address, and sees why a choice is refused', async () => {
  const before = { ...NO_BRANDING, replyToChoices: [ADA, BOB].map(toReplies) }
  let refusals = 1
  const { sentTo, user } = await setup(
    ENGINES,
    onBranding(({ method }) => {
      if (method !== 'PATCH') return { body: before }
      return refusals-- > 0
        ? { status: 409, body: 'Replies cannot go to this person.' }
        : { body: { ...before, replyTo: toReplies(BOB) } }
    }),
  )
  const list = () => screen.getByLabelText(/^Replies to e-mails go to/)
  await screen.findByLabelText(/^Replies to e-mails go to/)
  expect(list().textContent).toBe('Nobody')
  expect(screen.getByText('Replies to e-mails are not read.')).toBeTruthy()
  await user.click(list())
  const options = screen.getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    ...['Nobody', `Ada Lovelace (${ADA.email})`, 'Bob Example (bob@example.org)'],
  ])
  await user.click(options[2] as HTMLElement)
  expect(screen.getByText('Replies to e-mails go to bob@example.org.')).toBeTruthy()
  const save = () => user.click(screen.getByText('Save branding'))
  await save()
  await screen.findByText(/Replies cannot go to this person/)
  await save()
  await waitFor(() => expect(toastTitle()).toBe('Branding saved'))
  expect(sentTo('/api/auth/workspaces/w2/branding').at(-1)).toMatchObject({ replyTo: 'u2' })
  expect(list().textContent).toBe('Bob Example (bob@example.org)')
})

test('a member who gets the replies can end it; other members see only where they go', async () => {
  const self = { ...ADA, role: 'member' } as const
  const current: WorkspaceView = { ...ENGINES, role: 'member', members: [self, BOB] }
  let shown = { ...NO_BRANDING, replyTo: toReplies(ADA) as object | null }
  const { sentTo, user } = await setup(
    current,
    onBranding(({ method }) => {
      if (method === 'PATCH') shown = { ...shown, replyTo: null }
      return { body: shown }
    }),
  )
  await screen.findByText(`Replies to e-mails go to ${ADA.email}.`)
  await user.click(screen.getByRole('button', { name: 'Stop getting replies' }))
  await waitFor(() => expect(toastTitle()).toBe('You no longer get the replies'))
  expect(sentTo('/api/auth/workspaces/w2/branding')).toContainEqual({ replyTo: null })
  expect(screen.queryByRole('button', { name: 'Stop getting replies' })).toBeNull()
  await stop()
  signOut()
  shown = { ...shown, replyTo: toReplies(BOB) }
  await setup(
    current,
    onBranding(() => ({ body: shown })),
  )
  await screen.findByText('Replies to e-mails go to bob@example.org.')
  expect(screen.queryByRole('button', { name: 'Stop getting replies' })).toBeNull()
})
