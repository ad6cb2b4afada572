/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import 'fake-indexeddb/auto'
import type { BulkRequest, Certificate, CertifyRequest } from '@inkproof/protocol/certificates'
import { signedIn, useToasts } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { certificateFor } from '../testing/certificates.ts'
import { headsWith } from '../testing/heads.ts'
import { ownCertificateWith } from '../testing/installation.ts'
import { openPage, type Respond, signIn } from '../testing/open-page.tsx'
import { ANA } from '../testing/people.ts'
import type { ReceivedRequest, StubResponse } from '../testing/service.ts'
import { addFiles, ownDrafts, removeDrafts } from './certify.store.ts'

const A = 'a'.repeat(64)
const HEADS = headsWith({ logged: 2, anchored: 1 })
const EARLIER: Certificate = { ...ownCertificateWith(A), title: 'Lease of 2026' }

let close: () => Promise<void>
let saved: Blob[]
const { createObjectURL, revokeObjectURL } = URL

afterEach(async () => {
  await removeDrafts(ownDrafts().map(({ id }) => id))
  Object.assign(URL, { createObjectURL, revokeObjectURL })
  await close()
})

test('a file that the user certified before is noticed, and certified again only on request', async () => {
  const { user, sent } = await setup({ own: [EARLIER] })
  await add({ 'lease.pdf': A })
  expect(await screen.findByText(/Certified on May 3, 2026 at .* as “Lease of 2026”/)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Open the certificate' })
  expect(link.getAttribute('href')).toBe('/share/link-12345')
  const certify = screen.getByRole('button', { name: 'Certify' })
  expect(certify.hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Certify again' }))
  await user.click(certify)
  await waitFor(() => expect(sent()).toHaveLength(1))
})

test('certifies the other files of a list that contains a certified one', async () => {
  const { user, sent } = await setup({ own: [EARLIER] })
  await add({ 'lease.pdf': A, 'annex.pdf': 'b'.repeat(64) })
  await screen.findByText('Already certified')
  await user.click(screen.getByRole('button', { name: 'Certify' }))
  await waitFor(() => expect(sent().map(({ fileName }) => fileName)).toEqual(['annex.pdf']))
})

test('a visitor’s file is not certified again if the account has its certificate', async () => {
  const { user, sent } = await setup({ own: [EARLIER], isSignedIn: false })
  await add({ 'lease.pdf': A })
  await user.click(await screen.findByRole('button', { name: 'Certify' }))
  signIn()
  expect(await screen.findByRole('button', { name: 'Certify again' })).toBeTruthy()
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ title }) => title)).toContain('Already certified'),
  )
  expect(sent()).toEqual([])
})

test('a revoked certificate does not prevent certifying the file', async () => {
  await setup({ own: [{ ...EARLIER, revokedBy: 9 }] })
  await add({ 'lease.pdf': A })
  await screen.findByText('Fingerprinted')
  expect(screen.getByRole('button', { name: 'Certify' }).hasAttribute('disabled')).toBe(false)
})

test('the same file dropped twice appears once', async () => {
  await setup()
  await add({ 'lease.pdf': A })
  await add({ 'lease.pdf': A })
  expect(ownDrafts()).toHaveLength(1)
  expect(useToasts.getState().toasts.map(({ title }) => title)).toContain(
    '“lease.pdf” is already in the list',
  )
})

test('a file with the same content under another name is noticed', async () => {
  const { user } = await setup()
  await add({ 'lease.pdf': A, 'copy of lease.pdf': A })
  await screen.findByText(/Same content as “lease.pdf”/)
  await user.click(screen.getByRole('button', { name: 'Remove this file' }))
  expect(ownDrafts().map(({ fileName }) => fileName)).toEqual(['lease.pdf'])
})

test('titles and notes of all files are set at once, and each can still differ', async () => {
  const { user, sent } = await setup()
  await add({ 'Ada.pdf': A, 'Ben.pdf': 'b'.repeat(64) })
  await user.click(await screen.findByRole('button', { name: 'Title and note for all files' }))
  await user.type(screen.getByLabelText('Title for all files'), 'Diploma of {{file}')
  await user.type(screen.getByLabelText(/Note for all files/), 'Summer 2026')
  await user.click(screen.getByRole('button', { name: 'Apply to all files' }))
  await user.click(screen.getByRole('button', { name: /details of Ben.pdf/ }))
  await user.type(screen.getByLabelText('Title'), ' Costa')
  await user.click(screen.getByRole('switch', { name: /check this file with the file alone/ }))
  await user.click(screen.getByRole('button', { name: 'Certify 2 files' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  const claims = sent().map(({ opening, findable }) => ({
    texts: opening.claims.map(({ value }) => value).slice(0, 2),
    findable,
  }))
  expect(claims).toEqual([
    { texts: ['Diploma of Ada', 'Summer 2026'], findable: true },
    { texts: ['Diploma of Ben Costa', 'Summer 2026'], findable: false },
  ])
})

test('downloads the proof files of all certified files as one archive', async () => {
  const { user, requests } = await setup()
  await add({ 'lease.pdf': A, 'annex.pdf': 'b'.repeat(64) })
  await user.click(await screen.findByRole('button', { name: 'Certify 2 files' }))
  expect(await screen.findByText('2 files certified')).toBeTruthy()
  expect(await screen.findByText(/1 of them are on the blockchain/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Download all proofs' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toMatchObject({ type: 'application/zip' })
  const downloads = requests.map(({ path }) => path).filter((path) => path.endsWith('/proof'))
  expect(downloads).toEqual(ownDrafts().map(({ id }) => `/api/v1/certificates/${id}/proof`))
})

test('a download of proof files continues when the session of the same user is renewed', async () => {
  let respondLater = () => {}
  const isRenewed = new Promise<void>((resolve) => {
    respondLater = resolve
  })
  const { user, requests } = await setup({
    proof: async (id) => {
      await isRenewed
      return { body: `proof of ${id}` }
    },
  })
  await add({ 'lease.pdf': A, 'annex.pdf': 'b'.repeat(64) })
  await user.click(await screen.findByRole('button', { name: 'Certify 2 files' }))
  await user.click(await screen.findByRole('button', { name: 'Download all proofs' }))
  await waitFor(() => expect(requests.some(({ path }) => path.endsWith('/proof'))).toBe(true))
  act(() => signedIn(ANA, 'renewed'))
  respondLater()
  await waitFor(() => expect(saved).toHaveLength(1))
})

test('explains why the proof files cannot be downloaded', async () => {
  const { user } = await setup({
    proof: () => ({ status: 404, body: 'This certificate does not exist.' }),
  })
  await add({ 'lease.pdf': A, 'annex.pdf': 'b'.repeat(64) })
  await user.click(await screen.findByRole('button', { name: 'Certify 2 files' }))
  await user.click(await screen.findByRole('button', { name: 'Download all proofs' }))
  await waitFor(() =>
    expect(useToasts.getState().toasts).toContainEqual(
      expect.objectContaining({ description: 'This certificate does not exist.' }),
    ),
  )
  expect(saved).toEqual([])
})

type Setup = {
  /** The certificates that the user already has. */
  own?: Certificate[]
  proof?: (id: string) => StubResponse | Promise<StubResponse>
  isSignedIn?: boolean
}

/** Opens the Certify page as Ana. */
async function setup({
  own = [],
  proof = (id) => ({ body: `proof of ${id}` }),
  isSignedIn = true,
}: Setup = {}) {
  saved = []
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
    revokeObjectURL: () => {},
  })
  const page = await openPage('/certify', (request) => respond(request, own, proof), {
    isSignedIn,
  })
  close = page.close
  await screen.findByText('Drop files or a folder')
  const sent = () =>
    page.requests.flatMap(({ path, body }): CertifyRequest[] => {
      if (path === '/api/v1/certificates/bulk') return (body as BulkRequest).certificates
      return path === '/api/v1/certificates' && body !== null ? [body as CertifyRequest] : []
    })
  return { ...page, sent }
}

function respond(
  { method, path, body }: ReceivedRequest,
  own: Certificate[],
  proof: NonNullable<Setup['proof']>,
): ReturnType<Respond> {
  const proofOf = /^\/api\/v1\/certificates\/(.+)\/proof$/.exec(path)?.[1]
  if (proofOf !== undefined) return proof(proofOf)
  if (path === '/api/v1/log/events') return { body: `data: ${JSON.stringify(HEADS)}\n\n` }
  if (path === '/api/v1/certificates/bulk') {
    const { certificates } = body as BulkRequest
    return {
      status: 201,
      body: { certificates: certificates.map(({ id }, index) => ({ id, index })) },
    }
  }
  if (path !== '/api/v1/certificates') return null
  return method === 'POST'
    ? { status: 201, body: certificateFor(body as CertifyRequest) }
    : { body: { certificates: own, altered: [], next: null, total: own.length } }
}

/** Adds files with these names and fingerprints. */
function add(files: Record<string, string>): Promise<void> {
  const chosen = Object.keys(files).map((name) => new File(['some text'], name))
  return act(() => addFiles(chosen, async (file) => files[(file as File).name] ?? ''))
}
