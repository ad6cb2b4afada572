/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { requestCheckWith } from '@inkproof/pdf-signatures/testing/sample-request-check'
import { digitalIdWith, signatureWith } from '@inkproof/pdf-signatures/testing/sample-signature'
import { expect, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { SignatureFailure } from './signature-check.ts'
import { SignaturesPanel } from './signatures-panel.tsx'

test('shows nothing for another file, or one that was not searched for signatures', () => {
  const { container, rerender } = render(<SignaturesPanel check={undefined} />)
  expect(container.textContent).toBe('')
  rerender(<SignaturesPanel check={{ step: 'none' }} />)
  expect(container.textContent).toBe('')
})

test('says that a PDF has no signatures, and what is none', () => {
  const { container } = render(<SignaturesPanel check={{ step: 'unsigned' }} />)
  expect(container.textContent).toContain('A picture of a signature is not one.')
})

test('announces that the signatures are being checked', () => {
  render(<SignaturesPanel check={{ step: 'checking' }} />)
  expect(screen.getByRole('status').textContent).toBe('Checking the signatures in this PDF')
})

test('shows the answer, and each signature as a line that expands to its values', async () => {
  const user = userEvent.setup()
  const signatures = [
    signatureWith(),
    signatureWith({ field: 'signer2', signer: digitalIdWith({ name: 'John Doe' }) }),
  ]
  render(<SignaturesPanel check={{ step: 'checked', report: { signatures, problem: null } }} />)
  expect(
    screen.getByRole('heading', { name: 'Unchanged, but the signer is unconfirmed.' }),
  ).toBeTruthy()
  expect(screen.getByRole('status').textContent).toContain('Anyone can make a digital ID')
  expect(screen.queryByText('Signature field')).toBeNull()
  await user.click(screen.getByRole('button', { name: /John Doe/ }))
  expect(screen.getByText('Signature field').nextSibling?.textContent).toBe('signer2')
})

test('shows whose address was corrected, beside who signed', () => {
  const correction = {
    type: 'corrected' as const,
    time: '2026-11-24T11:30:00.000Z',
    before: { name: 'Jane Roe', email: 'jane@exmaple.test' },
    after: { name: 'Jane Roe', email: 'jane@example.test' },
    isAfterStatement: false,
  }
  const report = { signatures: [signatureWith()], problem: null }
  const request = requestCheckWith({ replacements: [correction] })
  render(<SignaturesPanel check={{ step: 'checked', report, request }} />)
  expect(screen.getByText('The address of Jane Roe was corrected')).toBeTruthy()
  expect(screen.getByText(/^The sender corrected it from jane@exmaple\.test to/)).toBeTruthy()
})

test('marks a changed file, and names the change', async () => {
  const user = userEvent.setup()
  const changesAfter = [{ kind: 'page-changed', subject: '2', isPermitted: false } as const]
  const report = { signatures: [signatureWith({ changesAfter })], problem: null }
  render(<SignaturesPanel check={{ step: 'checked', report }} />)
  const panel = screen.getByRole('region', { name: 'Signatures in this PDF' })
  expect(panel.dataset).toMatchObject({ signatures: 'changed', tone: 'negative' })
  await user.click(screen.getByRole('button', { name: /Jane Roe/ }))
  expect(screen.getByText('Page 2 was changed')).toBeTruthy()
})

test('says why the signatures of an encrypted file cannot be read', () => {
  const report = { signatures: [] as [], problem: 'encrypted' as const }
  render(<SignaturesPanel check={{ step: 'checked', report }} />)
  expect(screen.getByRole('status').textContent).toContain('without password protection')
  expect(screen.queryByRole('list')).toBeNull()
})

test.each<[SignatureFailure, RegExp]>([
  ['too-long', /longer than 10 seconds/],
  ['too-large', /files of up to 200 MB/],
  ['not-loaded', /did not load/],
  ['not-readable', /could not be read/],
  ['interrupted', /reloaded during the check/],
])('says what to do when the check ends with %s', (reason, text) => {
  render(<SignaturesPanel check={{ step: 'failed', reason }} />)
  expect(screen.getByRole('alert').textContent).toMatch(text)
})
