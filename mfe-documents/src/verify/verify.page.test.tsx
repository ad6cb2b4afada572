/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import { afterEach, expect, test } from '@jest/globals'
import { act, screen, within } from '@testing-library/react'
import { ownCertificateWith, sampleInstallation } from '../testing/installation.ts'
import { nodeFile } from '../testing/node-file.ts'
import { openPage } from '../testing/open-page.tsx'
import type { ReceivedRequest, StubResponse } from '../testing/service.ts'
import { setAdvancedOpen } from './advanced.store.ts'
import { startOver, verifyFiles } from './verify.store.ts'
import { DEFAULT_OPTIONS, setVerifyOptions } from './verify-options.store.ts'

const OTHER = 'e'.repeat(64)
const INSTALLATION = await sampleInstallation()

let close: () => Promise<void>
afterEach(async () => {
  startOver()
  setVerifyOptions(DEFAULT_OPTIONS)
  setAdvancedOpen(false)
  await close()
})

test('an empty page asks for a file, a proof file, a fingerprint or a link', async () => {
  await setup()
  expect(screen.getByText('Drop a file, and its proof file if you have it')).toBeTruthy()
  const button = screen.getByRole('button', { name: 'Look up' })
  expect(button.hasAttribute('disabled')).toBe(true)
})

test('a genuine file with its proof is the original at once, and the answer has the focus', async () => {
  await setup()
  await drop(INSTALLATION.fingerprint, nodeFile('x', 'lease.pdf'), proofFile())
  expect(await verdict(/^This is the original file\.$/)).toBeTruthy()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Result')
  expect(screen.getByText(/^Unchanged since .* Not revoked as of today/)).toBeTruthy()
})

test('the answer shows no identifier, key, block or chain before its details are opened', async () => {
  const { user } = await setup()
  await drop(INSTALLATION.fingerprint, nodeFile('x', 'lease.pdf'), proofFile())
  const answer = (await verdict(/original file/)).closest('section')
  const { vkey, fingerprint } = INSTALLATION
  const origin = vkey.split('+')[0] ?? ''
  const text = () => answer?.textContent ?? ''
  expect(text()).not.toMatch(/[0-9a-f]{16}|chain|block/i)
  await user.click(screen.getByRole('button', { name: 'Details' }))
  for (const value of [vkey, origin, fingerprint]) expect(text()).toContain(value)
})

test('an owner finds their own file even if others cannot', async () => {
  const own = ownCertificateWith(INSTALLATION.fingerprint)
  const { user } = await setup({
    isSignedIn: true,
    respond: ({ path }) => {
      if (path === '/api/v1/lookup') return { body: { certificates: [] } }
      return path === '/api/v1/certificates'
        ? { body: { certificates: [own], altered: [], next: null, total: 1 } }
        : null
    },
  })
  await drop(INSTALLATION.fingerprint, nodeFile('x', 'lease.pdf'))
  expect(await screen.findByText('You certified this file')).toBeTruthy()
  expect(await verdict(/original file/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Details' }))
  const page = screen.getByRole('link', { name: 'View certificate' })
  expect(page.getAttribute('href')).toBe('/share/link-12345')
})

test('every check is a line that expands to its values', async () => {
  const { user } = await setup()
  await drop(INSTALLATION.fingerprint, nodeFile('x', 'lease.pdf'), proofFile())
  await user.click(await screen.findByRole('button', { name: 'Details' }))
  const checks = screen.getByRole('region', { name: 'All checks' })
  const lines = within(checks).getAllByRole('button', { expanded: false })
  expect(lines.length).toBeGreaterThan(5)
  await user.click(within(checks).getByRole('button', { name: /The file matches the proof/ }))
  expect(checks.textContent).toContain(INSTALLATION.fingerprint)
})

test('a different file is not the certified one', async () => {
  await setup()
  await drop(OTHER, nodeFile('x', 'lease.pdf'), proofFile())
  expect(await verdict(/^This is not the certified file\.$/)).toBeTruthy()
})

test('a proof file alone asks for its file', async () => {
  await setup()
  await drop(OTHER, proofFile())
  expect(await verdict(/^Certificate found\.$/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add the file' })).toBeTruthy()
})

test('a pasted share link finds the certificate and asks for the file', async () => {
  const { user } = await setup()
  await user.click(screen.getByLabelText(/paste a fingerprint/))
  await user.paste('https://proofs.example/share/link-12345')
  await user.click(screen.getByRole('button', { name: 'Look up' }))
  expect(await verdict(/^Certificate found\.$/)).toBeTruthy()
  expect(screen.getByText('Add the file to compare it.')).toBeTruthy()
})

test('a pasted fingerprint finds its certificate', async () => {
  const { user } = await setup()
  await user.click(screen.getByLabelText(/paste a fingerprint/))
  await user.paste(INSTALLATION.fingerprint)
  await user.click(screen.getByRole('button', { name: 'Look up' }))
  expect(await verdict(/original file/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save the proof file' })).toBeTruthy()
})

test('the advanced settings stay closed until they are opened', async () => {
  const { user } = await setup()
  expect(screen.queryByRole('radiogroup', { name: 'Blockchain node' })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Advanced/ }))
  expect(screen.getByRole('radiogroup', { name: 'Blockchain node' })).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Check only that the file existed' }))
  await drop(INSTALLATION.fingerprint, nodeFile('x', 'lease.pdf'), proofFile())
  expect(await verdict(/^This file existed unchanged\.$/)).toBeTruthy()
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
  expect(await screen.findByText(/is neither|64/)).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.value).toBe('lease.pdf')
})

test('loads the proof of the certificate whose page linked here', async () => {
  await setup({ state: { shareLink: 'link-12345' } })
  expect(await verdict(/^Certificate found\.$/)).toBeTruthy()
})

test('reports an unavailable service as a failed lookup, not as a missing certificate', async () => {
  let isDown = true
  const { user } = await setup({
    respond: ({ path }) => (path === '/api/v1/lookup' && isDown ? { status: 503 } : null),
  })
  await drop(OTHER, nodeFile('x', 'lease.pdf'))
  expect(await screen.findByText('This file could not be checked')).toBeTruthy()
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/creates a different file/)).toBeTruthy()
})

test('shows several files in one line each, of which one is expanded at a time', async () => {
  const { user } = await setup()
  await drop(OTHER, nodeFile('x', 'a.pdf'), nodeFile('y', 'b.pdf'))
  expect(await screen.findByText('0 of 2 files are original')).toBeTruthy()
  expect(screen.getAllByText('No certificate found for this file.')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: /^b\.pdf/ }))
  expect(screen.getByText(/without a proof file/)).toBeTruthy()
})

test('starting over leaves an empty page', async () => {
  const { user } = await setup()
  await drop(OTHER, nodeFile('x', 'lease.pdf'))
  await user.click(await screen.findByRole('button', { name: 'Start over' }))
  expect(screen.queryByText('lease.pdf')).toBeNull()
})

type Setup = {
  state?: unknown
  isSignedIn?: boolean
  respond?: (request: ReceivedRequest) => StubResponse | null
}

async function setup({ state = null, isSignedIn = false, respond = () => null }: Setup = {}) {
  const page = await openPage(
    '/verify',
    (request) => respond(request) ?? INSTALLATION.handler(request),
    {
      state,
      isSignedIn,
    },
  )
  close = page.close
  return page
}

/** Adds files as the drop zone does; each one gets this fingerprint. */
function drop(fingerprint: string, ...files: File[]): Promise<void> {
  return act(() => verifyFiles(files, async () => fingerprint))
}

function proofFile(): File {
  return nodeFile(INSTALLATION.proof, 'lease.pdf.tlog-proof')
}

function verdict(name: RegExp): Promise<HTMLElement> {
  return screen.findByRole('heading', { name })
}
