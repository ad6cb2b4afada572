/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */

import { urlOf } from '@inkproof/protocol/call-url'
import { showCurrentWorkspace } from '@inkproof/protocol/calls/workspaces'
import type { BulkRequest } from '@inkproof/protocol/certificates'
import {
  closeAuth,
  holdQueryCache,
  QUERY_DEFAULTS,
  useAuthDialog,
  useSession,
} from '@inkproof/slice'
import { personalKey } from '@inkproof/slice-parts/personal-key'
import { afterEach, beforeAll, expect, test } from '@jest/globals'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { DEFAULT_SETTINGS } from '../drafts/draft.ts'
import { fingerprintFile } from '../fingerprint/browser-fingerprint.ts'
import type { Fingerprinter } from '../fingerprint/fingerprint.ts'
import { InProcessWorker } from '../testing/in-process-worker.ts'
import { nodeFile } from '../testing/node-file.ts'
import { ANA } from '../testing/people.ts'
import { startService } from '../testing/service.ts'
import { Component } from './certify.page.tsx'
import { addFiles, ownDrafts, removeDrafts } from './certify.store.ts'
import { changeSettings } from './edit-drafts.ts'

const CERTIFY_MANY = '/api/v1/certificates/bulk'
// FIPS 180-4, "abc"
const SHA256_ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

const WORKSPACE = {
  id: ANA.workspaceId,
  name: 'Analytical Engines',
  role: 'owner',
  members: 2,
  isPersonal: false,
  isCurrent: true,
}

beforeAll(() => {
  useSession.setState({ status: 'signed-out', user: null, token: null }, true)
  Object.assign(globalThis, { Worker: InProcessWorker, scrollTo: () => {} })
})

afterEach(async () => {
  cleanup()
  closeAuth()
  await removeDrafts(ownDrafts().map(({ id }) => id))
  await changeSettings(DEFAULT_SETTINGS)
  useSession.setState({ status: 'signed-out', user: null, token: null }, true)
})

test('shows the fingerprint of the chosen file and asks for its title', async () => {
  await setup()
  await choose(nodeFile('abc', 'Lease 2026.pdf'))
  await screen.findByText('Fingerprinted')
  expect(document.querySelector('code')?.textContent).toBe(SHA256_ABC)
  expect(field('Title').value).toBe('Lease 2026')
})

test('a signed-out visitor can prepare everything, and loses nothing by closing the sign-in dialog', async () => {
  const { user } = await setup()
  await choose(nodeFile('abc', 'lease.pdf'))
  await screen.findByText('Fingerprinted')
  await user.clear(field('Title'))
  await user.type(field('Title'), 'Our lease')
  expect(screen.getByText(/You’ll be asked to sign in/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Certify' }))
  expect(useAuthDialog.getState().open).toBe(true)
  // The closing dialog could not return focus to a disabled button.
  expect(screen.getByRole('button', { name: 'Certify' }).hasAttribute('disabled')).toBe(false)
  await act(async () => closeAuth())
  expect(field('Title').value).toBe('Our lease')
})

test('suggests the account’s name as the issuer, which can be changed', async () => {
  useSession.setState({ status: 'signed-in', user: ANA, token: 't' }, true)
  const { user } = await setup()
  await choose(nodeFile('abc', 'lease.pdf'))
  await screen.findByText('Fingerprinted')
  expect(field(/Certified by/).value).toBe('Ana Reis')
  await user.clear(field(/Certified by/))
  await user.type(field(/Certified by/), 'Reis Lda.')
  expect(field(/Certified by/).value).toBe('Reis Lda.')
})

test.each([
  ['the account’s name', ANA, 'Your account’s name. Change it, or leave blank to omit the issuer.'],
  [
    'nothing if the account has no name',
    { ...ANA, firstName: null, lastName: null },
    'A person or an organization. Leave blank to omit the issuer.',
  ],
])('the hint under the issuer explains that it shows %s', async (_, user, hint) => {
  useSession.setState({ status: 'signed-in', user, token: 't' }, true)
  await setup()
  await choose(nodeFile('abc', 'lease.pdf'))
  await screen.findByText('Fingerprinted')
  expect(screen.getByText(hint)).toBeTruthy()
})

test('an issuer left empty is not published after signing in, and the account’s name is suggested again', async () => {
  const service = await startService(({ path, body }) =>
    path === CERTIFY_MANY ? { status: 201, body: recorded(body as BulkRequest) } : { status: 404 },
  )
  const { user } = await setup()
  await choose(nodeFile('abc', 'lease.pdf'), nodeFile('abc', 'annex.pdf'))
  expect(await screen.findAllByText('Fingerprinted')).toHaveLength(2)
  expect(field(/Certified by/).value).toBe('')
  expect(answer('Yes').ariaChecked).toBe('true')
  await user.click(answer('No'))
  await user.click(screen.getByRole('button', { name: 'Certify 2 files' }))
  await act(async () => useSession.setState({ status: 'signed-in', user: ANA, token: 't' }, true))
  expect(await screen.findAllByText('Open the certificate')).toHaveLength(2)
  const [sent] = service.requests
    .filter(({ path }) => path === CERTIFY_MANY)
    .flatMap(({ body }) => (body as BulkRequest).certificates)
  await service.stop()
  expect(sent?.findable).toBe(false)
  expect(sent?.opening.claims.map(({ name }) => name)).toEqual(['title'])
  expect(field(/Certified by/).value).toBe('Ana Reis')
  expect(answer('Yes').ariaChecked).toBe('true')
})

test.each([
  ['the name typed at sign-up', 'typed nothing', [['issuer', 'Ana Reis']]],
  ['what the visitor typed as the issuer', 'typed', [['issuer', 'Reis Lda.']]],
  ['no name if the visitor cleared the issuer', 'cleared', []],
])('a newcomer’s first certificate has %s', async (_, before, expected) => {
  const service = await startService(({ path, body }) =>
    path === CERTIFY_MANY ? { status: 201, body: recorded(body as BulkRequest) } : { status: 404 },
  )
  const { user } = await setup()
  await choose(nodeFile('abc', 'lease.pdf'), nodeFile('abc', 'annex.pdf'))
  expect(await screen.findAllByText('Fingerprinted')).toHaveLength(2)
  if (before !== 'typed nothing') await user.type(field(/Certified by/), 'Reis Lda.')
  if (before === 'cleared') await user.clear(field(/Certified by/))
  await user.click(screen.getByRole('button', { name: 'Certify 2 files' }))
  expect(useAuthDialog.getState().headings).toMatchObject({
    register: { title: 'Create an account to certify 2 files' },
    login: { title: 'Sign in to certify 2 files' },
  })
  useAuthDialog.setState({ isNewAccount: true })
  await act(async () => useSession.setState({ status: 'signed-in', user: ANA, token: 't' }, true))
  expect(await screen.findAllByText('Open the certificate')).toHaveLength(2)
  const [sent] = service.requests
    .filter(({ path }) => path === CERTIFY_MANY)
    .flatMap(({ body }) => (body as BulkRequest).certificates)
  await service.stop()
  const claims = sent?.opening.claims.map(({ name, value }) => [name, value]) ?? []
  expect(claims.filter(([name]) => name === 'issuer')).toEqual(expected)
})

test('while a file is being recorded, no hint asks for another file', async () => {
  let finish = () => {}
  const delay = new Promise<void>((resolve) => {
    finish = resolve
  })
  const service = await startService(async ({ path }) => {
    if (path === '/api/v1/certificates') await delay
    return { status: 503 }
  })
  useSession.setState({ status: 'signed-in', user: ANA, token: 't' }, true)
  const { user } = await setup()
  await choose(nodeFile('abc', 'lease.pdf'))
  await screen.findByText('Fingerprinted')
  await user.click(screen.getByRole('button', { name: 'Certify' }))
  expect(await screen.findByText('Recording in the public record…')).toBeTruthy()
  expect(screen.queryByText('Add a file to certify.')).toBeNull()
  finish()
  await screen.findByText('Not confirmed yet')
  await service.stop()
})

test('a viewer cannot certify and sees why; after becoming a member, the user can', async () => {
  let role = 'viewer'
  const service = await startService(() => ({ body: { ...WORKSPACE, role } }))
  useSession.setState({ status: 'signed-in', user: { ...ANA, role: 'viewer' }, token: 't' }, true)
  await setup()
  await choose(nodeFile('abc', 'lease.pdf'))
  await screen.findByText('Fingerprinted')
  const certify = screen.getByRole('button', { name: 'Certify' })
  expect(certify.hasAttribute('disabled')).toBe(true)
  expect(screen.getByText(/You are a viewer in this workspace/)).toBeTruthy()
  expect(await screen.findByText('View only')).toBeTruthy()
  role = 'member'
  act(() => void dispatchEvent(new Event('focus')))
  await waitFor(() => expect(certify.hasAttribute('disabled')).toBe(false))
  expect(screen.queryByText('View only')).toBeNull()
  expect(screen.getByText('Analytical Engines')).toBeTruthy()
  await service.stop()
})

test('does not mention workspaces in the personal workspace', async () => {
  const service = await startService(() => ({ body: { ...WORKSPACE, isPersonal: true } }))
  useSession.setState({ status: 'signed-in', user: ANA, token: 't' }, true)
  const { client } = await setup()
  await choose(nodeFile('abc', 'lease.pdf'))
  await screen.findByText('Fingerprinted')
  await waitFor(() => expect(workspaceIn(client)).toMatchObject({ isPersonal: true }))
  expect(screen.queryByText(/Analytical Engines/)).toBeNull()
  await service.stop()
})

test('names the file that could not be read, and continues with the others', async () => {
  await setup()
  const broken = nodeFile('x', 'broken.pdf')
  broken.stream = () => {
    throw new DOMException('refused', 'NotReadableError')
  }
  await choose(broken, nodeFile('abc', 'good.pdf'))
  await screen.findByText('Fingerprinted')
  expect(screen.getByText(/“broken.pdf” could not be read/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Certify' }).hasAttribute('disabled')).toBe(false)
})

test('a file that is being read shows its progress and can be cancelled', async () => {
  const { user } = await setup()
  const hanging: Fingerprinter = (_, { signal, onProgress } = {}) => {
    onProgress?.({ doneBytes: 1, bytesPerSecond: 1024 })
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  }
  await act(async () => {
    void addFiles([nodeFile('abc', 'big.bin')], hanging)
  })
  const files = await screen.findByRole('list', { name: 'Files' })
  expect(await within(files).findByText('1 Bytes of 3 Bytes · 1 KB/s')).toBeTruthy()
  await user.click(within(files).getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Drop files or a folder')).toBeTruthy()
})

async function setup() {
  const router = createMemoryRouter([{ path: '/', Component }])
  const client = new QueryClient({ defaultOptions: QUERY_DEFAULTS })
  holdQueryCache(client)
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByText('Drop files or a folder')
  return { user: userEvent.setup(), client }
}

/** The workspace that the page has loaded. */
function workspaceIn(client: QueryClient): unknown {
  const queryKey = personalKey(urlOf(showCurrentWorkspace), ANA.id)
  return client.isFetching() === 0 ? client.getQueryData(queryKey) : undefined
}

/** Adds files without the file input, because jsdom's input does not accept Node's File objects. */
function choose(...files: File[]): Promise<void> {
  return act(() => addFiles(files, fingerprintFile))
}

/** Returns the service's response to several files. */
function recorded({ certificates }: BulkRequest) {
  return { certificates: certificates.map(({ id }, index) => ({ id, index })) }
}

/** An answer to "Can people check it with the file alone?". */
function answer(name: 'Yes' | 'No'): HTMLElement {
  const question = screen.getByRole('radiogroup', { name: /check it with the file alone/ })
  return within(question).getByRole('radio', { name })
}

function field(label: string | RegExp): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>(label)
}
