/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import type { Certificate } from '@inkproof/protocol/certificates'
import { useSession, useToasts } from '@inkproof/slice'
import type { ReceivedRequest, TestResponse } from '@inkproof/slice/testing/serve'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { ACCOUNT, show, signInAs, startService, USER } from '../testing/page.tsx'
import { useWorkspaces } from '../workspaces/use-workspaces.ts'
import { Component as ExportSection } from './export-section.tsx'
import { Component as NamesSection } from './names-section.tsx'
import { Component as PictureSection } from './picture-section.tsx'

const PICTURE = '/api/auth/profile/picture'
const savedBlobs: Blob[] = []

let stop: () => Promise<void>
beforeEach(() => {
  savedBlobs.length = 0
  // jsdom supports neither object URLs nor downloads.
  URL.createObjectURL = (blob) => `blob:${savedBlobs.push(blob as Blob)}`
  URL.revokeObjectURL = () => undefined
  HTMLAnchorElement.prototype.click = () => undefined
})
afterEach(() => stop())

async function setup(
  section: React.ReactNode,
  respond: (request: ReceivedRequest) => TestResponse | Promise<TestResponse> = () => ({
    body: { user: USER },
  }),
) {
  const service = await startService((request) =>
    request.url === '/api/auth/account' ? { body: ACCOUNT } : respond(request),
  )
  stop = service.stop
  signInAs()
  show(section)
  return { ...service, user: userEvent.setup({ applyAccept: false }) }
}

const pictureFile = (name = 'me.png', type = 'image/png', size = 8) =>
  new File([new Uint8Array(size).fill(65)], name, { type })
const filesInput = () => screen.getByLabelText<HTMLInputElement>('Files')
const toastTitle = () => useToasts.getState().toasts[0]?.title

test('sends both names trimmed, and an empty name as null', async () => {
  const changed = { ...USER, firstName: 'Augusta', lastName: null }
  const { user, sentTo } = await setup(<NamesSection account={ACCOUNT} />, () => ({
    body: { user: changed },
  }))
  await user.clear(screen.getByLabelText('First Name'))
  await user.type(screen.getByLabelText('First Name'), ' Augusta ')
  await user.clear(screen.getByLabelText('Last Name'))
  await user.click(screen.getByRole('button', { name: 'Save name' }))
  await waitFor(() => expect(toastTitle()).toBe('Name saved'))
  expect(sentTo('/api/auth/profile')).toEqual([{ firstName: 'Augusta', lastName: null }])
  expect(useSession.getState().user).toEqual(changed)
  expect(JSON.parse(localStorage.getItem('inkproof_user') ?? '')).toEqual(changed)
})

test('does not send a stored name that was not changed, because the service may reject its characters', async () => {
  const account = { ...ACCOUNT, firstName: 'Ada\u202e' }
  const { user, sentTo } = await setup(<NamesSection account={account} />)
  await user.clear(screen.getByLabelText('Last Name'))
  await user.type(screen.getByLabelText('Last Name'), 'King')
  await user.click(screen.getByRole('button', { name: 'Save name' }))
  await waitFor(() => expect(toastTitle()).toBe('Name saved'))
  expect(sentTo('/api/auth/profile')).toEqual([{ lastName: 'King' }])
})

/** Stands in for a component that subscribes to the workspaces. */
function Workspaces() {
  useWorkspaces()
  return null
}

test('saving a name reloads the workspaces, because the personal workspace is named after the user', async () => {
  const { user, requests } = await setup(
    <>
      <NamesSection account={ACCOUNT} />
      <Workspaces />
    </>,
  )
  await user.type(screen.getByLabelText('First Name'), 'x')
  await user.click(screen.getByRole('button', { name: 'Save name' }))
  const urls = () => requests.map(({ url }) => url)
  const saveIndex = () => urls().indexOf('/api/auth/profile')
  await waitFor(() => expect(saveIndex()).toBeGreaterThanOrEqual(0))
  await waitFor(() =>
    expect(urls().lastIndexOf('/api/auth/workspaces')).toBeGreaterThan(saveIndex()),
  )
})

test('when saving a name fails, keeps the input and focuses the alert that explains why', async () => {
  const { user } = await setup(<NamesSection account={ACCOUNT} />, () => ({
    status: 503,
    body: 'Retry.',
  }))
  await user.type(screen.getByLabelText('First Name'), 'x')
  await user.click(screen.getByRole('button', { name: 'Save name' }))
  const alert = await screen.findByText('503: Retry.')
  expect(screen.getByLabelText<HTMLInputElement>('First Name').value).toBe('Adax')
  await waitFor(() => expect(document.activeElement?.contains(alert)).toBe(true))
})

test('previews a picture before uploading it, then saves it to the session’s user', async () => {
  const changed = { ...USER, profileImageUrl: '/api/auth/pictures/p1' }
  const { user, sentTo } = await setup(<PictureSection />, () => ({ body: { user: changed } }))
  await user.upload(filesInput(), pictureFile())
  const image = screen.getByAltText('Your new picture, cropped')
  expect(image.getAttribute('src')).toBe('blob:1')
  expect(sentTo(PICTURE)).toEqual([])
  const save = screen.getByRole('button', { name: 'Save picture' })
  expect(document.activeElement).toBe(save)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(toastTitle()).toBe('Picture saved'))
  expect(sentTo(PICTURE)).toEqual([{ image: 'QUFBQUFBQUE=' }])
  expect(useSession.getState().user).toEqual(changed)
})

test('Cancel uploads nothing and offers the drop zone again', async () => {
  const { user, requests } = await setup(<PictureSection />)
  await user.upload(filesInput(), pictureFile())
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(filesInput()).toBeTruthy()
  expect(requests).toEqual([])
})

test.each([
  [
    'of an unsupported type',
    pictureFile('cv.pdf', 'application/pdf'),
    /cv\.pdf is not a supported picture format/,
  ],
  ['over 5 MB', pictureFile('big.png', 'image/png', 5_242_881), /big\.png is 5 MB\. Choose/],
])('rejects a file %s without uploading it', async (_name, chosenFile, message) => {
  const { user, requests } = await setup(<PictureSection />)
  await user.upload(filesInput(), chosenFile)
  expect(await screen.findByText(message)).toBeTruthy()
  expect(requests).toEqual([])
})

test('shows an error when the service rejects the picture, and lets the user choose another', async () => {
  const { user } = await setup(<PictureSection />, () => ({ status: 400, body: 'No picture.' }))
  await user.upload(filesInput(), pictureFile())
  await user.click(screen.getByRole('button', { name: 'Save picture' }))
  expect(await screen.findByText('400: No picture.')).toBeTruthy()
  await user.upload(filesInput(), pictureFile())
  expect(screen.getByRole('button', { name: 'Save picture' })).toBeTruthy()
})

test('removes the picture', async () => {
  const { user, requests } = await setup(<PictureSection />)
  signInAs({ ...USER, profileImageUrl: '/api/auth/pictures/p1' })
  await user.click(screen.getByRole('button', { name: 'Remove your picture' }))
  await waitFor(() => expect(toastTitle()).toBe('Picture removed'))
  expect(requests[0]).toMatchObject({ method: 'DELETE', url: PICTURE })
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
})

const EXPORT = {
  exportedAt: '2026-11-21T10:00:00.000Z',
  id: 'u1',
  account: ACCOUNT,
  humanVerifiedAt: null,
  picture: null,
  devices: [],
  sessions: [],
  workspaces: [],
  history: [],
  mailedLinks: [],
  services: {},
}

const CERTIFICATES = ['a', 'b', 'c'].map(certificateWithId)

function certificateWithId(letter: string): Certificate {
  const fingerprint = 'ab'.repeat(32)
  return {
    id: letter.repeat(22),
    index: 3,
    leafHash: 'cd'.repeat(32),
    fingerprint,
    title: 'Lease 2026',
    note: null,
    issuer: null,
    fileName: 'lease.pdf',
    fileSize: 48_213,
    certifiedAt: '2026-11-20T10:00:00.000Z',
    revokedBy: null,
    shareLink: letter.repeat(22),
    findable: true,
    showIssuer: false,
    opening: { kind: 1, previous: null, salt: 'A'.repeat(43), fingerprint, claims: [] },
  }
}

/** Serves two pages of certificates; `secondPage` returns the response for the second one. */
function exportService(secondPage: () => TestResponse | Promise<TestResponse>) {
  return ({ url }: ReceivedRequest): TestResponse | Promise<TestResponse> => {
    if (url === '/api/auth/export') return { body: EXPORT }
    return url === '/api/v1/certificates' ? pageOf(CERTIFICATES.slice(0, 2), '7') : secondPage()
  }
}
const lastPage = pageOf(CERTIFICATES.slice(2), null)

function pageOf(certificates: Certificate[], next: string | null): TestResponse {
  return { body: { certificates, altered: [], next, total: 3 } }
}

test('the export contains the account and every page of certificates in one file', async () => {
  const { user, requests } = await setup(
    <ExportSection />,
    exportService(() => lastPage),
  )
  await user.click(screen.getByRole('button', { name: 'Export my data' }))
  expect(
    await screen.findByText(
      /inkproof-export-2026-11-21\.json contains your account and 3 certificates/,
    ),
  ).toBeTruthy()
  expect(requests.map(({ url }) => url)).toContain('/api/v1/certificates?cursor=7')
  const exported = JSON.parse(await readText(savedBlobs[0]))
  expect(exported).toMatchObject({ ...EXPORT, certificates: { workspaceId: 'w1' } })
  expect(exported.certificates.shown).toEqual(CERTIFICATES)
})

test('the export shows its progress and can be cancelled', async () => {
  const { user } = await setup(
    <ExportSection />,
    exportService(() => new Promise(() => undefined)),
  )
  await user.click(screen.getByRole('button', { name: 'Export my data' }))
  expect(await screen.findByText('2 of 3 certificates')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('button', { name: 'Export my data' })).toBeTruthy()
  expect(savedBlobs).toEqual([])
})

test('does not save an incomplete export', async () => {
  const { user } = await setup(
    <ExportSection />,
    exportService(() => ({ status: 503, body: 'Retry.' })),
  )
  await user.click(screen.getByRole('button', { name: 'Export my data' }))
  expect(await screen.findByText('503: Retry.')).toBeTruthy()
  expect(savedBlobs).toEqual([])
})

/** Reads a blob with jsdom's FileReader, the only API that can read jsdom blobs. */
async function readText(blob: Blob | undefined): Promise<string> {
  const reader = new FileReader()
  const loaded = new Promise((resolve) => reader.addEventListener('load', resolve))
  reader.readAsText(blob as Blob)
  await loaded
  return String(reader.result)
}
