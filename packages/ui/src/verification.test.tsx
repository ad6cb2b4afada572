/** @jest-environment jsdom */
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, render, screen, within } from '@testing-library/react'
import { CheckList } from './check-list.tsx'
import { Fingerprint } from './fingerprint.tsx'
import { Qr } from './qr.tsx'
import { Timeline } from './timeline.tsx'
import { Verdict } from './verdict.tsx'

afterEach(cleanup)

const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

test('a grouped fingerprint keeps the plain value as its text content', () => {
  render(<Fingerprint value={ABC} bare />)
  expect(document.body.textContent).toBe(ABC)
})

test('a fingerprint marks exactly the groups that differ from the compared value', () => {
  render(<Fingerprint value="ba7816bf8f01" compareWith="ba7816b08f01" bare />)
  const marked = [...document.querySelectorAll('.underline')].map((group) => group.textContent)
  expect(marked).toEqual(['16bf'])
})

test('a verdict announces its headline, context and note, but not its actions', () => {
  render(
    <Verdict
      kind="standing-outdated"
      tone="positive"
      headline="This is the original file."
      context="Unchanged since November 22, 2026 at 10:39 AM UTC."
      note="Whether it was revoked since could not be checked."
      isTest
      actions={<button type="button">Check again</button>}
    />,
  )
  const announced = screen.getByRole('status')
  expect(within(announced).getByRole('heading').textContent).toBe('This is the original file.')
  expect(announced.textContent).toContain('Unchanged since November 22')
  expect(announced.textContent).toContain('could not be checked')
  expect(within(announced).queryByRole('button')).toBeNull()
  expect(screen.getByText('Test installation: proves nothing to others')).toBeTruthy()
})

test('each check shows its outcome as text, and failed checks are expanded', () => {
  const values = [{ label: 'Entry', value: '201' }]
  render(
    <CheckList
      checks={[
        { id: 'a', title: 'Fingerprint', outcome: 'passed', values },
        { id: 'b', title: 'Inclusion', outcome: 'failed', values },
        { id: 'c', title: 'Issuer', outcome: 'not checked' },
      ]}
    />,
  )
  const texts = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(texts).toEqual([
    'Fingerprint: Passed. ',
    'Inclusion: Failed. Entry201',
    'Issuer: Not checked. ',
  ])
})

test('the step in progress is marked as current, and times are machine-readable', () => {
  render(
    <Timeline
      label="Progress"
      steps={[
        { id: 'received', title: 'Received', state: 'done', at: 0 },
        { id: 'logged', title: 'In the public record', state: 'current' },
      ]}
    />,
  )
  const current = screen.getAllByRole('listitem').filter((item) => item.ariaCurrent === 'step')
  expect(current.map((item) => item.textContent)).toEqual(['In the public record: In progress'])
  expect(document.querySelector('time')?.dateTime).toBe('1970-01-01T00:00:00.000Z')
})

test('a QR code has a quiet zone of four modules', () => {
  render(<Qr matrix={[[true, false]]} label="QR code: opens this certificate" />)
  const code = screen.getByRole('img', { name: 'QR code: opens this certificate' })
  expect(code.querySelector('path')?.getAttribute('d')).toBe('M4 4h1v1h-1z')
})
