/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import type { Certificate } from '@inkproof/protocol/certificates'
import { useSession, useToasts } from '@inkproof/slice'
import type { Answer, Asked } from '@inkproof/slice/testing/serve'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { ACCOUNT, hold, show, startService, USER } from '../testing/page.tsx'
import { useWorkspaces } from '../workspaces/use-workspaces.ts'
import { Component as ExportSection } from './export-section.tsx'
import { Component as NamesSection } from './names-section.tsx'
import { Component as PictureSection } from './picture-section.tsx'

const PICTURE = '/api/auth/profile/picture'
const kept: Blob[] = []

let stop: () => Promise<void>
beforeEach(() => {
  kept.length = 0
  // jsdom opens no object URLs and follows no downloads.
  URL.createObjectURL = (blob) => `blob:${kept.push(blob as Blob)}`
  URL.revokeObjectURL = () => undefined
  HTMLAnchorElement.prototype.click = () => undefined
})
afterEach(() => stop())

async function setup(
  section: React.ReactNode,
  answer: (asked: Asked) => Answer | Promise<Answer> = () => ({ body: { user: USER } }),
) {
  const service = await startService((one) =>
    one.url === '/api/auth/account' ? { body: ACCOUNT } : answer(one),
  )
  stop = service.stop
  hold()
  show(section)
  return { ...service, user: userEvent.setup({ applyAccept: false }) }
}

const file = (name = 'me.png', type = 'image/png', size = 8) =>
  new File([new Uint8Array(size).fill(65)], name, { type })
const zone = () => screen.getByLabelText<HTMLInputElement>('Files')
const toastTitle = () => useToasts.getState().toasts[0]?.title

test('both names are sent as they are to be, an empty one as none', async () => {
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

/** A part of the page that shows them. */
function Workspaces() {
  useWorkspaces()
  return null
}

test('a new name is looked for in the workspaces too: one’s own has it', async () => {
  const { user, asked } = await setup(
    <>
      <NamesSection account={ACCOUNT} />
      <Workspaces />
    </>,
  )
  await user.type(screen.getByLabelText('First Name'), 'x')
  await user.click(screen.getByRole('button', { name: 'Save name' }))
  const urls = () => asked.map(({ url }) => url)
  const saved = () => urls().indexOf('/api/auth/profile')
  await waitFor(() => expect(saved()).toBeGreaterThanOrEqual(0))
  await waitFor(() => expect(urls().lastIndexOf('/api/auth/workspaces')).toBeGreaterThan(saved()))
})

test('a name that is refused keeps what was typed, says why and takes the focus there', async () => {
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

test('a picture is looked at before it is sent, then stands beside the name', async () => {
  const changed = { ...USER, profileImageUrl: '/api/auth/pictures/p1' }
  const { user, sentTo } = await setup(<PictureSection />, () => ({ body: { user: changed } }))
  await user.upload(zone(), file())
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

test('Cancel leaves the picture that was', async () => {
  const { user, asked } = await setup(<PictureSection />)
  await user.upload(zone(), file())
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(zone()).toBeTruthy()
  expect(asked).toEqual([])
})

test.each([
  [
    'of another kind',
    file('cv.pdf', 'application/pdf'),
    /cv\.pdf is not a supported picture format/,
  ],
  ['over 5 MB', file('big.png', 'image/png', 5_242_881), /big\.png is 5 MB\. Choose/],
])('a file %s is refused before it leaves the machine', async (_name, chosen, sentence) => {
  const { user, asked } = await setup(<PictureSection />)
  await user.upload(zone(), chosen)
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(asked).toEqual([])
})

test('a picture that the service refuses is said, and another can be chosen', async () => {
  const { user } = await setup(<PictureSection />, () => ({ status: 400, body: 'No picture.' }))
  await user.upload(zone(), file())
  await user.click(screen.getByRole('button', { name: 'Save picture' }))
  expect(await screen.findByText('400: No picture.')).toBeTruthy()
  await user.upload(zone(), file())
  expect(screen.getByRole('button', { name: 'Save picture' })).toBeTruthy()
})

test('a picture is taken away', async () => {
  const { user, asked } = await setup(<PictureSection />)
  hold({ ...USER, profileImageUrl: '/api/auth/pictures/p1' })
  await user.click(screen.getByRole('button', { name: 'Remove your picture' }))
  await waitFor(() => expect(toastTitle()).toBe('Picture removed'))
  expect(asked[0]).toMatchObject({ method: 'DELETE', url: PICTURE })
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
})

const EXPORT = {
  exportedAt: '2026-11-21T10:00:00.000Z',
  id: 'u1',
  account: ACCOUNT,
  picture: null,
  devices: [],
  sessions: [],
  workspaces: [],
  history: [],
  mailedLinks: [],
  services: {},
}

const CERTIFICATES = ['a', 'b', 'c'].map(certificateNamed)

function certificateNamed(letter: string): Certificate {
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

/** Two pages of certificates; `second` decides about the later one. */
function exporting(second: () => Answer | Promise<Answer>) {
  return ({ url }: Asked): Answer | Promise<Answer> => {
    if (url === '/api/auth/export') return { body: EXPORT }
    return url === '/api/v1/certificates' ? pageOf(CERTIFICATES.slice(0, 2), '7') : second()
  }
}
const last = pageOf(CERTIFICATES.slice(2), null)

function pageOf(certificates: Certificate[], next: string | null): Answer {
  return { body: { certificates, altered: [], next, total: 3 } }
}

test('the export holds the account and every page of certificates in one file', async () => {
  const { user, asked } = await setup(
    <ExportSection />,
    exporting(() => last),
  )
  await user.click(screen.getByRole('button', { name: 'Export my data' }))
  expect(
    await screen.findByText(
      /inkproof-export-2026-11-21\.json contains your account and 3 certificates/,
    ),
  ).toBeTruthy()
  expect(asked.map(({ url }) => url)).toContain('/api/v1/certificates?cursor=7')
  const saved = JSON.parse(await textOf(kept[0]))
  expect(saved).toMatchObject({ ...EXPORT, certificates: { workspaceId: 'w1' } })
  expect(saved.certificates.shown).toEqual(CERTIFICATES)
})

test('the export shows how far it is and can be cancelled', async () => {
  const { user } = await setup(
    <ExportSection />,
    exporting(() => new Promise(() => undefined)),
  )
  await user.click(screen.getByRole('button', { name: 'Export my data' }))
  expect(await screen.findByText('2 of 3 certificates')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('button', { name: 'Export my data' })).toBeTruthy()
  expect(kept).toEqual([])
})

test('an export that is not whole is not saved', async () => {
  const { user } = await setup(
    <ExportSection />,
    exporting(() => ({ status: 503, body: 'Retry.' })),
  )
  await user.click(screen.getByRole('button', { name: 'Export my data' }))
  expect(await screen.findByText('503: Retry.')).toBeTruthy()
  expect(kept).toEqual([])
})

/** jsdom's blobs are read by jsdom's reader only. */
async function textOf(blob: Blob | undefined): Promise<string> {
  const reader = new FileReader()
  const read = new Promise((resolve) => reader.addEventListener('load', resolve))
  reader.readAsText(blob as Blob)
  await read
  return String(reader.result)
}
