/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import type { Certificate } from '@inkproof/protocol/certificates'
import { type Fill, setHost, useAuthDialog, useSession } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { act } from 'react'
import { headsWith } from '../testing/heads.ts'
import { certificateId, ownCertificateWith } from '../testing/installation.ts'
import { openPage, signIn } from '../testing/open-page.tsx'
import type { StubResponse } from '../testing/service.ts'

const LIST = '/api/v1/certificates'
const HEADS = headsWith({ logged: 2, anchored: 1 })

let close: () => Promise<void>
afterEach(() => close())

test('opens the sign-in dialog when signed out, and shows the list after signing in', async () => {
  const { requests } = await setup({ isSignedIn: false })
  expect(useAuthDialog.getState().open).toBe(true)
  expect(screen.getByText('Sign in to see your certificates')).toBeTruthy()
  expect(requests.some(({ path }) => path.startsWith(LIST))).toBe(false)
  signIn()
  expect(await screen.findByRole('link', { name: 'Lease 0' })).toBeTruthy()
})

test('signing out on this page opens no dialog and offers to sign in again', async () => {
  await setup({})
  await screen.findByRole('link', { name: 'Lease 0' })
  act(() => useSession.setState({ status: 'signed-out', user: null, token: null }, true))
  expect(screen.getByText('Sign in to see your certificates')).toBeTruthy()
  expect(useAuthDialog.getState().open).toBe(false)
})

test('a closed dialog can be opened again from the page', async () => {
  const { user } = await setup({ isSignedIn: false })
  useAuthDialog.setState({ open: false })
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(useAuthDialog.getState().open).toBe(true)
})

test('each certificate links to its page and shows its status', async () => {
  await setup({ respond: () => page([2, 1, 0], { revoked: 2 }) })
  const link = await screen.findByRole('link', { name: 'Lease 1' })
  expect(link.getAttribute('href')).toBe('/share/link-1')
  await screen.findByText('On the blockchain')
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual([
    'Revoked',
    'In the public record',
    'On the blockchain',
  ])
})

test('an account without certificates is invited to create one', async () => {
  await setup({ respond: () => page([]) })
  const link = await screen.findByRole('link', { name: 'Certify your first document' })
  expect(link.getAttribute('href')).toBe('/certify')
})

test('explains why the list cannot be loaded and offers a retry', async () => {
  const responses: StubResponse[] = [{ status: 503, body: 'Come back in a moment.' }]
  const { user } = await setup({ respond: () => responses.shift() ?? page([0]) })
  expect(await screen.findByText('Come back in a moment.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Lease 0' })).toBeTruthy()
})

test('requests the second page with the cursor of the first', async () => {
  const { user, requests } = await setup({
    respond: (query) =>
      query === '' ? page([5, 4], { next: '4', total: 4 }) : page([3, 2], { total: 4 }),
  })
  await screen.findByRole('link', { name: 'Lease 5' })
  await user.click(screen.getByRole('button', { name: /Next/ }))
  expect(await screen.findByRole('link', { name: 'Lease 2' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Lease 5' })).toBeNull()
  expect(requests.map(({ path }) => path)).toContain(`${LIST}?cursor=4`)
  await user.click(screen.getByRole('button', { name: /Previous/ }))
  expect(await screen.findByRole('link', { name: 'Lease 5' })).toBeTruthy()
})

test('the filter shows matching certificates and states what it does not search', async () => {
  const { user } = await setup({ respond: () => page([0, 1]) })
  const field = await screen.findByRole('searchbox')
  await user.type(field, 'LEASE 1')
  expect(screen.queryByRole('link', { name: 'Lease 0' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Lease 1' })).toBeTruthy()
  await user.type(field, '7')
  expect(screen.getByText(/Nothing on this page matches “LEASE 17”/)).toBeTruthy()
})

test('shows a certificate that was altered in storage at its position, marked as altered', async () => {
  const { user } = await setup({ respond: () => page([3, 1], { altered: [2], total: 3 }) })
  await screen.findByRole('link', { name: 'Lease 3' })
  const rows = () => screen.getAllByRole('row').slice(1)
  expect(rows().map((row) => within(row).getAllByRole('cell')[3]?.textContent)).toEqual([
    '3',
    '2',
    '1',
  ])
  expect(rows()[1]?.textContent).toContain('It no longer matches the public record.')
  expect(within(rows()[1] as HTMLElement).getByText('Altered')).toBeTruthy()
  await user.type(screen.getByRole('searchbox'), 'lease 3')
  expect(rows()).toHaveLength(2)
})

test('names the workspace unless it is the personal one', async () => {
  const workspace = { id: 'w1', name: 'Analytical Engines', role: 'viewer', members: 3 }
  await setup({ workspace: { ...workspace, isPersonal: false, isCurrent: true } })
  expect(await screen.findByText('Analytical Engines')).toBeTruthy()
  expect(screen.getByText('View only')).toBeTruthy()
  const change = screen.getByRole('link', { name: 'Switch workspace' })
  expect(change.getAttribute('href')).toBe('/user-profile#workspaces')
})

test('shows what the signing slice tells about requests above the certificates, only to signed-in users', async () => {
  await setup({ isSignedIn: false })
  expect(screen.queryByText('2 requests wait')).toBeNull()
  signIn()
  const certificate = await screen.findByRole('link', { name: 'Lease 0' })
  const requests = await screen.findByText('2 requests wait')
  expect(requests.compareDocumentPosition(certificate)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('without the signing slice, the certificates are shown with a message and a retry', async () => {
  const fills: (() => Fill | null)[] = [
    () => {
      throw new Error('missing')
    },
    () => null,
  ]
  const { user } = await setup({ loadFill: () => (fills.shift() ?? fillWith)() })
  expect(await screen.findByRole('link', { name: 'Lease 0' })).toBeTruthy()
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await screen.findByText('Signing requests cannot be shown right now.')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
  }
  expect(await screen.findByText('2 requests wait')).toBeTruthy()
})

function Requests() {
  return <p>2 requests wait</p>
}

function fillWith(): Fill {
  return { slice: 'signing', Component: Requests }
}

type Setup = {
  isSignedIn?: boolean
  loadFill?: () => Fill | null
  respond?: (query: string) => StubResponse
  workspace?: object
}

async function setup(options: Setup) {
  const { isSignedIn = true, loadFill = fillWith, respond = () => page([0]), workspace } = options
  setHost({ site: {}, loadFill: async () => loadFill() })
  const opened = await openPage(
    '/dashboard',
    ({ path }) => {
      if (path === '/api/v1/log/events') return { body: `data: ${JSON.stringify(HEADS)}\n\n` }
      if (path === '/api/auth/workspaces/current' && workspace) return { body: workspace }
      return path.startsWith(LIST) ? respond(path.slice(LIST.length)) : null
    },
    { isSignedIn },
  )
  close = opened.close
  return opened
}

type PageOptions = { next?: string; total?: number; revoked?: number; altered?: number[] }

function page(indexes: number[], options: PageOptions = {}): StubResponse {
  const { next, total = indexes.length, revoked, altered = [] } = options
  const certificates = indexes.map((index) => certificateWithIndex(index, index === revoked))
  const rows = altered.map((index) => ({ id: certificateId(index), index }))
  return { body: { certificates, altered: rows, next: next ?? null, total } }
}

function certificateWithIndex(index: number, isRevoked: boolean): Certificate {
  return {
    ...ownCertificateWith('ab'.repeat(32)),
    id: certificateId(index),
    index,
    title: `Lease ${index}`,
    shareLink: `link-${index}`,
    revokedBy: isRevoked ? 9 : null,
  }
}
