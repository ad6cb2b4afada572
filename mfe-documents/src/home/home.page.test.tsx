/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import 'fake-indexeddb/auto'
import { File as NodeFile } from 'node:buffer'
import type { Heads } from '@inkproof/protocol/log'
import { afterEach, beforeAll, expect, test } from '@jest/globals'
import { fireEvent, screen } from '@testing-library/react'
import { ownDrafts, removeDrafts } from '../certify/certify.store.ts'
import { headsWith } from '../testing/heads.ts'
import { InProcessWorker } from '../testing/in-process-worker.ts'
import { nodeFile } from '../testing/node-file.ts'
import { openPage } from '../testing/open-page.tsx'
import { startOver } from '../verify/verify-input.ts'

// FIPS 180-4, "abc"
const SHA256_ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

beforeAll(() => {
  Object.assign(globalThis, { Worker: InProcessWorker, File: NodeFile, scrollTo: () => {} })
})

let close: () => Promise<void>
afterEach(async () => {
  startOver()
  await removeDrafts(ownDrafts().map(({ id }) => id))
  await close()
})

test('states in one sentence what the product does', async () => {
  await setup()
  expect(screen.getByText(/proves that a document existed in exactly this form/)).toBeTruthy()
})

test('shows the numbers of the record', async () => {
  await setup(headsWith({ logged: 1234, anchored: 1200 }))
  expect(await screen.findByText('1,234')).toBeTruthy()
  expect(screen.getByText('1,200')).toBeTruthy()
  expect(screen.getByText('Block 7 of chain 31337')).toBeTruthy()
})

test('shows that a record has no anchor yet', async () => {
  await setup(headsWith({ logged: 0 }))
  expect(await screen.findByText('Not yet')).toBeTruthy()
})

test('shows no numbers while the record does not respond', async () => {
  await setup(null)
  expect(await screen.findByText(/public record is unavailable right now/)).toBeTruthy()
  expect(screen.queryByText('Entries in the public record')).toBeNull()
})

test('fingerprints a file chosen here on the Certify page', async () => {
  const { path } = await setup()
  choose(nodeFile('abc', 'lease.pdf'))
  await screen.findByText('Fingerprinted')
  expect(path()).toBe('/certify')
  expect(document.querySelector('code')?.textContent).toBe(SHA256_ABC)
})

test('a sentence becomes a PDF that is ready to certify', async () => {
  const { user, path } = await setup()
  await user.type(screen.getByLabelText(/No file at hand\?/), 'I water the plants.')
  await user.click(screen.getByRole('button', { name: 'Create PDF' }))
  await screen.findByText('Fingerprinted')
  expect(path()).toBe('/certify')
  expect(ownDrafts()[0]).toMatchObject({ isMade: true, fileName: expect.stringMatching(/\.pdf$/) })
})

test('looks up a file on the Verify page after Verify is chosen', async () => {
  const { user, path, requests } = await setup()
  await user.click(screen.getByRole('radio', { name: 'Verify' }))
  choose(nodeFile('abc', 'lease.pdf'))
  await screen.findByText(/creates a different file/)
  expect(path()).toBe('/verify')
  const lookUp = requests.find(({ path }) => path === '/api/v1/lookup')
  expect(lookUp?.body).toEqual({ fingerprint: SHA256_ABC })
})

/** `heads` null: the record does not respond. */
async function setup(heads: Heads | null = headsWith({ logged: 3, anchored: 3 })) {
  const page = await openPage('/', ({ path }) => {
    if (path === '/api/v1/lookup') return { body: { certificates: [] } }
    if (path !== '/api/v1/log/events') return null
    return heads === null ? { status: 503 } : { body: `data: ${JSON.stringify(heads)}\n\n` }
  })
  close = page.close
  return page
}

/** Selects a file through the drop zone's own input. */
function choose(file: File): void {
  fireEvent.change(screen.getByLabelText('Files'), { target: { files: [file] } })
}
