/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */

import { useToasts } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { certificateWith, ownCertificateWith, sampleInstallation } from '../testing/installation.ts'
import { nodeFile } from '../testing/node-file.ts'
import type { ReceivedRequest, StubResponse } from '../testing/service.ts'
import { dropFiles, findAnswer, openVerifyPage } from '../testing/verify-page.ts'
import { renewProof } from './renew-proof.ts'
import { DEFAULT_OPTIONS } from './verify-options.store.ts'

const OTHER = 'e'.repeat(64)
const INSTALLATION = await sampleInstallation()

let close: () => Promise<void>
afterEach(() => close())

test('an empty page asks for a file, a proof file, a fingerprint or a link', async () => {
  await setup()
  expect(screen.getByText('Drop a file, and its proof file if you have it')).toBeTruthy()
  const button = screen.getByRole('button', { name: 'Look up' })
  expect(button.hasAttribute('disabled')).toBe(true)
})

test('a genuine file with its proof is the original at once, and the answer has the focus', async () => {
  await setup()
  await dropFiles(INSTALLATION.fingerprint, nodeFile('x', 'lease.pdf'), proofFile())
  expect(await findAnswer(/^This is the original file\.$/)).toBeTruthy()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Result')
  expect(screen.getByText(/^Unchanged since .* Not revoked as of today/)).toBeTruthy()
})

test('the answer shows no identifier, key, block or chain before its details are opened', async () => {
  const { user } = await setup()
  await dropFiles(INSTALLATION.fingerprint, nodeFile('x', 'lease.pdf'), proofFile())
  const answer = await findAnswer(/original file/)
  const { vkey, fingerprint } = INSTALLATION
  const origin = vkey.split('+')[0] ?? ''
  const text = () => answer.textContent ?? ''
  expect(text()).not.toMatch(/[0-9a-f]{16}|chain|block/i)
  await user.click(screen.getByRole('button', { name: 'Certificate details' }))
  for (const value of [vkey, origin, fingerprint]) expect(text()).toContain(value)
})

test('an owner finds their own file even if others cannot', async () => {
  const own = ownCertificateWith(INSTALLATION.fingerprint)
  const { user } = await setup({
    isSignedIn: true,
    respond: ({ path }) => {
      if (path === '/api/v1/lookup') return { body: { certificates: [] } }
      return path === `/api/v1/certificates?fingerprint=${INSTALLATION.fingerprint}`
        ? { body: { certificates: [own], altered: [], next: null, total: 1 } }
        : null
    },
  })
  await dropFiles(INSTALLATION.fingerprint, nodeFile('x', 'lease.pdf'))
  expect(await screen.findByText('You certified this file')).toBeTruthy()
  expect(await findAnswer(/original file/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Certificate details' }))
  const page = screen.getByRole('link', { name: 'View certificate' })
  expect(page.getAttribute('href')).toBe('/share/link-12345')
})

test('every check is a line that expands to its values', async () => {
  const { user } = await setup()
  await dropFiles(INSTALLATION.fingerprint, nodeFile('x', 'lease.pdf'), proofFile())
  await user.click(await screen.findByRole('button', { name: 'Certificate details' }))
  const checks = screen.getByRole('region', { name: 'All checks' })
  const lines = within(checks).getAllByRole('button', { expanded: false })
  expect(lines.length).toBeGreaterThan(5)
  expect(checks.textContent).not.toContain(INSTALLATION.fingerprint)
  await user.click(within(checks).getByRole('button', { name: /The file matches the proof/ }))
  expect(checks.textContent).toContain(INSTALLATION.fingerprint)
})

test('times among the values have the date format of every screen', async () => {
  const { user } = await setup()
  await dropFiles(INSTALLATION.fingerprint, nodeFile('x', 'lease.pdf'), proofFile())
  await user.click(await screen.findByRole('button', { name: 'Certificate details' }))
  const checks = screen.getByRole('region', { name: 'All checks' })
  for (const line of within(checks).getAllByRole('button', { expanded: false }))
    await user.click(line)
  expect(checks.textContent).toMatch(/Block time[A-Z][a-z]+ \d+, \d{4} at \d\d:\d\d [AP]M/)
  expect(checks.textContent).not.toMatch(/\d{4}-\d\d-\d\dT/)
})

test('a different file is not the certified one', async () => {
  await setup()
  await dropFiles(OTHER, nodeFile('x', 'lease.pdf'), proofFile())
  expect(await findAnswer(/^This is not the certified file\.$/)).toBeTruthy()
})

test('a certified file with the proof file of another one is not called changed alone', async () => {
  await setup({
    respond: ({ path }) =>
      path === '/api/v1/lookup' ? { body: { certificates: [certificateWith(OTHER)] } } : null,
  })
  await dropFiles(OTHER, nodeFile('y', 'lease.pdf'), proofFile())
  expect(await findAnswer(/not the certified file/)).toBeTruthy()
  expect(screen.getByText(/^This file has a certificate of its own\./)).toBeTruthy()
})

test('a file with a genuine certificate and a revoked one mentions the other', async () => {
  const { certificate } = INSTALLATION
  const revoked = { ...certificate, index: 77, revokedBy: 78, shareLink: 'link-revoked' }
  await setup({
    respond: ({ path }) =>
      path === '/api/v1/lookup' ? { body: { certificates: [certificate, revoked] } } : null,
  })
  await dropFiles(INSTALLATION.fingerprint, nodeFile('x', 'lease.pdf'))
  expect(await findAnswer(/^This is the original file\.$/)).toBeTruthy()
  expect(screen.getByText(/^Another certificate of this file was revoked\./)).toBeTruthy()
})

test('a proof file alone asks for its file', async () => {
  await setup()
  await dropFiles(OTHER, proofFile())
  expect(await findAnswer(/^Certificate found\.$/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add the file' })).toBeTruthy()
})

test('a pasted share link finds the certificate and asks for the file', async () => {
  const { user } = await setup()
  await user.click(screen.getByLabelText(/paste a fingerprint/))
  await user.paste('https://proofs.example/share/link-12345')
  await user.click(screen.getByRole('button', { name: 'Look up' }))
  expect(await findAnswer(/^Certificate found\.$/)).toBeTruthy()
  expect(screen.getByText('Add the file to compare it.')).toBeTruthy()
})

test('a pasted fingerprint finds its certificate', async () => {
  const { user } = await setup()
  await user.click(screen.getByLabelText(/paste a fingerprint/))
  await user.paste(INSTALLATION.fingerprint)
  await user.click(screen.getByRole('button', { name: 'Look up' }))
  expect(await findAnswer(/original file/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save the proof file' })).toBeTruthy()
})

test('a proof file with the newest state of the record is not saved again', async () => {
  const { user } = await setup()
  const newest = nodeFile(await renewProof(INSTALLATION.proof, DEFAULT_OPTIONS), 'lease.tlog-proof')
  await dropFiles(INSTALLATION.fingerprint, nodeFile('x', 'lease.pdf'), newest)
  await findAnswer(/original file/)
  await user.click(screen.getByRole('button', { name: 'Save an updated proof file' }))
  const titles = () => useToasts.getState().toasts.map(({ title }) => title)
  await waitFor(() => expect(titles()).toContain('Your proof file is up to date.'))
})

test('the advanced settings stay closed until they are opened', async () => {
  const { user } = await setup()
  expect(screen.queryByRole('radiogroup', { name: 'Blockchain node' })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Advanced/ }))
  expect(screen.getByRole('radiogroup', { name: 'Blockchain node' })).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Check only that the file existed' }))
  await dropFiles(INSTALLATION.fingerprint, nodeFile('x', 'lease.pdf'), proofFile())
  expect(await findAnswer(/^This file existed unchanged\.$/)).toBeTruthy()
})

test('a fingerprint that was never certified is not found, and common reasons are listed', async () => {
  const { user } = await setup()
  await user.click(screen.getByLabelText(/paste a fingerprint/))
  await user.paste(OTHER)
  await user.click(screen.getByRole('button', { name: 'Look up' }))
  expect(
    await screen.findByText(/sending through a messenger creates a different file/),
  ).toBeTruthy()
})

test('keeps invalid input in the field and explains what is expected', async () => {
  const { user } = await setup()
  const field = screen.getByLabelText<HTMLInputElement>(/paste a fingerprint/)
  await user.type(field, 'lease.pdf')
  await user.click(screen.getByRole('button', { name: 'Look up' }))
  expect(await screen.findByText(/64 hexadecimal/)).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.value).toBe('lease.pdf')
})

test('loads the proof of the certificate whose page linked here', async () => {
  await setup({ state: { shareLink: 'link-12345' } })
  expect(await findAnswer(/^Certificate found\.$/)).toBeTruthy()
})

test('reports an unavailable service as a failed lookup, not as a missing certificate', async () => {
  let isDown = true
  const { user } = await setup({
    respond: ({ path }) => (path === '/api/v1/lookup' && isDown ? { status: 503 } : null),
  })
  await dropFiles(OTHER, nodeFile('x', 'lease.pdf'))
  expect(await screen.findByText('This file could not be checked')).toBeTruthy()
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/creates a different file/)).toBeTruthy()
})

test('shows several files in one line each, of which one is expanded at a time', async () => {
  const { user } = await setup()
  await dropFiles(OTHER, nodeFile('x', 'a.pdf'), nodeFile('y', 'b.pdf'))
  expect(await screen.findByText('0 of 2 files are original')).toBeTruthy()
  expect(screen.getAllByText('No certificate found for this file.')).toHaveLength(2)
  for (const name of [/^a\.pdf/, /^b\.pdf/]) {
    await user.click(screen.getByRole('button', { name }))
    const expanded = screen.getAllByRole('button', { name: /\.pdf/, expanded: true })
    expect(expanded.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(name)])
    expect(screen.getAllByText(/without a proof file/)).toHaveLength(1)
  }
})

test('the same file and proof, dropped once more, still have one answer', async () => {
  await setup()
  const files = () => [nodeFile('x', 'lease.pdf'), proofFile()] as const
  await dropFiles(INSTALLATION.fingerprint, ...files())
  await findAnswer(/^This is the original file\.$/)
  await dropFiles(INSTALLATION.fingerprint, ...files())
  expect(await findAnswer(/^This is the original file\.$/)).toBeTruthy()
  expect(screen.getAllByText('lease.pdf')).toHaveLength(1)
  expect(screen.queryByText(/2 of 2/)).toBeNull()
})

test('starting over leaves an empty page', async () => {
  const { user } = await setup()
  await dropFiles(OTHER, nodeFile('x', 'lease.pdf'))
  await user.click(await screen.findByRole('button', { name: 'Start over' }))
  expect(screen.queryByText('lease.pdf')).toBeNull()
})

type Setup = {
  state?: unknown
  isSignedIn?: boolean
  respond?: (request: ReceivedRequest) => StubResponse | null
}

async function setup({ state = null, isSignedIn = false, respond = () => null }: Setup = {}) {
  const page = await openVerifyPage(
    (request) => respond(request) ?? INSTALLATION.handler(request),
    { state, isSignedIn },
  )
  close = page.close
  return page
}

function proofFile(): File {
  return nodeFile(INSTALLATION.proof, 'lease.pdf.tlog-proof')
}
