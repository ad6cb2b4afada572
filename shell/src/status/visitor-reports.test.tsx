/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import type { PartCounts } from '@inkproof/protocol/browser-reports'
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import { VisitorReports } from './visitor-reports.tsx'

afterEach(cleanup)

const NONE = { good: 0, fair: 0, poor: 0 }
const LIVE: PartCounts = {
  ...{ package: 'mfe-x', version: '2', visits: 1234, failures: 2, errors: 0, violations: 0 },
  vitals: { lcp: { good: 3, fair: 1, poor: 0 }, inp: NONE, cls: NONE },
}
const OLD: PartCounts = { ...LIVE, version: '1', visits: 1, failures: 0 }

const terms = () => screen.queryAllByRole('term').map(({ textContent }) => textContent)

test('shows the counts, and of the speed only what was measured', () => {
  render(<VisitorReports reports={{ live: LIVE, others: [OLD] }} />)
  screen.getByText('1,234')
  expect(terms()).toEqual([
    'Visits with a failure',
    'Errors',
    'Blocked by the security policy',
    'Appeared quickly',
  ])
  const values = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(values).toEqual(['2', '0', '0', '75%'])
  expect(screen.getByRole('listitem').textContent).toBe('11 visit')
})

test('says that no visit was reported, and lists other versions', () => {
  render(<VisitorReports reports={{ live: undefined, others: [{ ...OLD, failures: 3 }] }} />)
  screen.getByText('No visits reported yet')
  expect(terms()).toEqual([])
  expect(screen.getByRole('listitem').textContent).toBe('11 visit, 3 with a failure')
})

test.each([
  ['loading', 0],
  ['failed', 1],
] as const)('while the numbers are %s, shows none', (state, notes) => {
  render(<VisitorReports reports={state} />)
  expect(screen.queryAllByText('The numbers are unavailable right now.')).toHaveLength(notes)
  expect(terms()).toEqual([])
})
