/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import type { BulkRequest } from '@inkproof/protocol/certificates'
import { holdQueryCache, QUERY_DEFAULTS, restoreSession, signedIn, signOut } from '@inkproof/slice'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import type { Work } from '../drafts/draft.ts'
import { ANA } from '../testing/people.ts'
import { type ReceivedRequest, type StubResponse, startService } from '../testing/service.ts'
import { Component } from './certify.page.tsx'
import { addFiles, ownDrafts, removeDrafts } from './certify.store.ts'
import { useStoredDrafts } from './stored-drafts.ts'

const UNSEEN = { step: 'certified', isUnseen: true }
const SEEN = { step: 'certified', isUnseen: false }

let certify: (request: ReceivedRequest) => StubResponse | Promise<StubResponse>
let stop: () => Promise<unknown>

beforeEach(async () => {
  certify = ({ body }) => {
    const certificates = (body as BulkRequest).certificates.map(({ id }, index) => ({ id, index }))
    return { status: 201, body: { certificates } }
  }
  const service = await startService((request) =>
    request.path === '/api/v1/certificates/bulk' ? certify(request) : { status: 204 },
  )
  stop = service.stop
  await restoreSession()
})

afterEach(async () => {
  cleanup()
  signedIn(ANA, 'token-ana')
  await removeDrafts(ownDrafts().map(({ id }) => id))
  await signOut()
  await stop()
})

test('shows results that arrived while their owner was signed out, once they sign in again', async () => {
  await certifySignedOut()
  await act(() => signedIn(ANA, 'token-ana-2'))
  expect(await findCertificates()).toBe(2)
})

test('shows results that arrived while signed out even if their owner signs in on another page, and removes them at the next visit', async () => {
  await certifySignedOut()
  cleanup()
  signedIn(ANA, 'token-ana-2')
  openPage()
  await waitFor(() => expect(storedWork()).toMatchObject([SEEN, SEEN]))
  expect(await findCertificates()).toBe(2)
  cleanup()
  openPage()
  expect(await screen.findByText('Drop files or a folder')).toBeTruthy()
})

test('the next visit starts without the finished files, and never shows them before they are cleared', async () => {
  await certifyAsAna()
  await findCertificates()
  cleanup()
  const shown = observeDropZones()
  openPage()
  expect(await screen.findByText('Drop files or a folder')).toBeTruthy()
  expect(ownDrafts()).toEqual([])
  expect(shown()).toEqual(['Drop files or a folder'])
})

test('keeps finished files in the list when their owner signs out and in again', async () => {
  await certifyAsAna()
  await findCertificates()
  await act(() => signOut())
  await screen.findByText('Drop files or a folder')
  await act(() => signedIn(ANA, 'token-ana-2'))
  expect(await findCertificates()).toBe(2)
})

/** Returns the titles of the drop zones that appear from now on. */
function observeDropZones(): () => string[] {
  const titles = new Set<string>()
  const observer = new MutationObserver(() => {
    for (const title of ['Add more files', 'Drop files or a folder'])
      if (screen.queryByText(title) !== null) titles.add(title)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    return [...titles]
  }
}

/** Certifies files as Ana, who signs out before the response arrives. */
async function certifySignedOut(): Promise<void> {
  const respond = certify
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  certify = (request) => released.then(() => respond(request))
  await certifyAsAna()
  await screen.findAllByText('Recording…')
  await act(() => signOut())
  release()
  await waitFor(() => expect(storedWork()).toMatchObject([UNSEEN, UNSEEN]))
}

/** Adds two files as Ana and clicks the button. */
async function certifyAsAna(): Promise<void> {
  signedIn(ANA, 'token-ana')
  openPage()
  await screen.findByText('Drop files or a folder')
  const files = ['lease.pdf', 'annex.pdf'].map((name) => new File(['some text'], name))
  await act(() => addFiles(files, async () => 'a'.repeat(64)))
  await userEvent.click(await screen.findByRole('button', { name: 'Certify 2 files' }))
}

/** The progress of every user's drafts. */
function storedWork(): Work[] {
  const state = useStoredDrafts.getState()
  return state.status === 'open' ? state.drafts.map(({ work }) => work) : []
}

function openPage(): void {
  const router = createMemoryRouter([{ path: '/', Component }])
  const client = new QueryClient({ defaultOptions: QUERY_DEFAULTS })
  holdQueryCache(client)
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

async function findCertificates(): Promise<number> {
  return (await screen.findAllByText('Open the certificate')).length
}
