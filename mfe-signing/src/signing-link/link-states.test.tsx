/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import 'fake-indexeddb/auto'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { fireEvent, screen } from '@testing-library/react'
import { openLinkedPage } from '../testing/linked-page.tsx'
import { stubLayout } from '../testing/page-stubs.ts'
import { LINK_SECRET, sampleRequest } from '../testing/sample-linked-request.ts'
import {
  refuse,
  type SigningLinkService,
  startSigningLinkService,
} from '../testing/signing-link-service.ts'

stubLayout()
Object.assign(globalThis, { scrollTo: () => {} })

let link: SigningLinkService
let page: ReturnType<typeof openLinkedPage>

beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  page.close()
  await link.stop()
})

async function open(
  options: Parameters<typeof startSigningLinkService>[0] = {},
  hash = `#${LINK_SECRET}`,
) {
  link = await startSigningLinkService(options)
  show(hash)
}

function show(hash = `#${LINK_SECRET}`): void {
  page = openLinkedPage(hash)
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const YOU = sampleRequest().you

test.each(['', '#', '#k1.short', '#secret'])(
  'a link with the fragment “%s” does not work',
  async (hash) => {
    await open({}, hash)
    await heading('This link does not work')
    expect(link.requests).toEqual([])
  },
)

test.each([
  ['SIGNING_LINK_NOT_FOUND', 404, 'This link does not work'],
  ['HANDED_OVER', 410, 'You handed over this request'],
  ['ACCESS_CODE_LOCKED', 429, 'The access code is locked'],
] as const)('%s is explained', async (code, status, title) => {
  await open({ intercept: () => refuse(code, status) })
  await heading(title)
})

test('a request that does not arrive can be repeated', async () => {
  let losses = 1
  await open({ intercept: () => (losses-- > 0 ? 'drop' : undefined) })
  await heading('The document could not be loaded')
  await page.user.click(screen.getByRole('button', { name: 'Try again' }))
  await heading('Lease 2026')
})

test('asks for the access code, explains a wrong one, and keeps the right one for a reload', async () => {
  await open({ accessCode: 'rose-7' })
  await heading('Enter the access code')
  expect(screen.queryByText('Lease 2026')).toBeNull()
  const input = screen.getByLabelText(/Access code/)
  await page.user.type(input, 'rose-8')
  await page.user.click(screen.getByRole('button', { name: 'Open the document' }))
  expect(await screen.findByText(/This code is incorrect/)).toBeTruthy()
  await page.user.clear(input)
  await page.user.type(input, 'rose-7')
  await page.user.click(screen.getByRole('button', { name: 'Open the document' }))
  await heading('Lease 2026')
  page.close()
  show()
  await heading('Lease 2026')
})

test('says that it is not the person’s turn', async () => {
  await open({ change: { you: { ...YOU, state: 'later' } } })
  await heading('It is not your turn yet')
})

test('says of a person whose name or address the sender corrected that this was done', async () => {
  const { participants } = sampleRequest()
  const corrected = participants.map((one) => ({ ...one, isCorrected: true as const }))
  await open({ change: { you: { ...YOU, state: 'later' }, participants: corrected } })
  await heading('It is not your turn yet')
  expect(screen.getAllByText('Name or address corrected by the sender')).toHaveLength(2)
})

const LATE = { isLate: true as const, answerBy: '2026-12-01T12:00:00.000Z' }
const ANA_IS_LATE = [{ ...sampleRequest().participants[0], ...LATE } as typeof YOU, YOU]

test('shows the person’s own deadline, and that of others', async () => {
  const [ana] = sampleRequest().participants
  const you = { ...YOU, answerBy: '2026-12-01T12:00:00.000Z' }
  const other = { ...ana, answerBy: '2026-12-05T12:00:00.000Z' } as typeof YOU
  await open({ change: { you, participants: [other, you] } })
  await heading('Lease 2026')
  const times = screen.getAllByText(/^Deadline: /).map((time) => time.getAttribute('datetime'))
  expect(times).toEqual([other.answerBy, you.answerBy])
  expect(screen.getByText(/^This deadline is only for you\./).closest('dd')?.textContent).toContain(
    formatDateTime(you.answerBy, { showZone: true }),
  )
})

test.each([
  [{ state: 'voided', reason: 'Wrong rent' }, 'The sender withdrew the request'],
  [{ state: 'expired' }, 'The deadline has passed'],
  [{ state: 'expired', you: { ...YOU, ...LATE } }, 'Your deadline has passed'],
  [{ state: 'expired', participants: ANA_IS_LATE }, 'Someone did not respond in time'],
  [{ state: 'declined' }, 'Someone declined'],
  [{ state: 'declined', you: { ...YOU, state: 'declined' } }, 'You declined'],
  [{ you: { ...YOU, state: 'done' } }, 'You have signed'],
  [{ state: 'completing', you: { ...YOU, state: 'done' } }, 'You have signed'],
] as const)('%j: “%s”', async (change, title) => {
  await open({ change: { ...change } })
  await heading(title)
  if ('reason' in change) expect(screen.getByText('Wrong rent')).toBeTruthy()
})

test('a viewer reads the document and has nothing to sign', async () => {
  await open({ role: 'viewer' })
  await page.user.click(await screen.findByRole('button', { name: 'Read the document' }))
  expect(await screen.findByRole('list', { name: 'Pages' })).toBeTruthy()
  expect(screen.getByText('For Ana Reis')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Continue|Start|Decline/ })).toBeNull()
})

test('the finished document can be downloaded and checked', async () => {
  const finished = { fileName: 'Lease (signed).pdf', size: 1234, fingerprint: 'ab'.repeat(32) }
  await open({ change: { state: 'completed', you: { ...YOU, state: 'done' }, finished } })
  await heading('The document is finished')
  expect(screen.getByRole('link', { name: 'Verify the document' })).toBeTruthy()
  expect(screen.getByText('What other PDF readers will show')).toBeTruthy()
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} })
  await page.user.click(screen.getByRole('button', { name: 'Download the signed PDF' }))
  await screen.findByRole('button', { name: 'Download the signed PDF' })
  expect(link.sent('finished')).toHaveLength(1)
  await page.user.click(screen.getByRole('button', { name: 'Download the signing record' }))
  await screen.findByRole('button', { name: 'Download the signing record' })
  expect(link.sent('signing-record')).toHaveLength(1)
})

test('the evidence of a document that was signed before is downloaded too', async () => {
  const evidence = { fileName: 'Lease.evidence.json', size: 99 }
  const finished = { fileName: 'Lease.pdf', size: 1234, fingerprint: 'ab'.repeat(32), evidence }
  await open({ change: { state: 'completed', you: { ...YOU, state: 'done' }, finished } })
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} })
  await page.user.click(await screen.findByRole('button', { name: 'Download the evidence' }))
  await screen.findByRole('button', { name: 'Download the evidence' })
  expect(link.sent('evidence')).toHaveLength(1)
})

test('shows the sender’s logo, color and legal links, and still names the sender and Inkproof', async () => {
  const logo = { url: `/api/auth/logos/${'L'.repeat(22)}`, width: 480, height: 100 }
  const links = { privacyUrl: 'https://reis.example/privacy', termsUrl: null }
  const branding = { ...{ logo, color: '#ffee00', workspaceName: 'Reis Homes' }, ...links }
  await open({ change: { branding } })
  await heading('Lease 2026')
  const image = screen.getByRole('img', { name: 'Reis Homes' })
  expect(image.getAttribute('src')).toBe(logo.url)
  const [link] = screen.getAllByRole('link', { name: /^Privacy policy \(reis\.example/ })
  expect([link?.getAttribute('href'), link?.getAttribute('rel')]).toEqual([
    'https://reis.example/privacy',
    'noopener noreferrer nofollow',
  ])
  expect(screen.queryByText(/Legal notice/)).toBeNull()
  expect(screen.getByText(/^Sent by Reis Homes and delivered by Inkproof/)).toBeTruthy()
  const button = screen.getByRole('button', { name: 'Review and sign' })
  const scope = button.closest('[style]') as HTMLElement
  expect(scope.style.getPropertyValue('--color-accent')).toBe('#ffee00')
  expect(scope.style.getPropertyValue('--color-on-accent')).toBe('#000000')
  fireEvent.error(image)
  expect(screen.queryByRole('img', { name: 'Reis Homes' })).toBeNull()
  expect(screen.getByText('Reis Homes')).toBeTruthy()
})

test('without branding, nothing is added', async () => {
  await open()
  await heading('Lease 2026')
  expect(screen.queryByText(/delivered by Inkproof/)).toBeNull()
})
