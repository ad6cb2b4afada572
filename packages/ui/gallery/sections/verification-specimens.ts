import type { CheckItem } from '../../src/check-list.tsx'
import type { TimelineStep } from '../../src/timeline.tsx'
import type { VerdictProps } from '../../src/verdict.tsx'
import { ABC_FINGERPRINT, EMPTY_FINGERPRINT } from '../specimen.tsx'

/** Sample verdicts, one of each tone and form. */
export const VERDICTS: VerdictProps[] = [
  {
    kind: 'verified',
    tone: 'positive',
    headline: 'This is the original file.',
    context:
      'Unchanged since November 22, 2026 at 10:39 AM UTC. Not revoked as of today, 11:02 AM UTC.',
    isTest: true,
  },
  {
    kind: 'standing-outdated',
    tone: 'positive',
    headline: 'This is the original file.',
    context:
      'Unchanged since November 22, 2026 at 10:39 AM UTC. Not revoked as of November 23, 2026 at 10:39 AM UTC.',
    note: 'Whether it was revoked since could not be checked.',
  },
  {
    kind: 'changed',
    tone: 'negative',
    headline: 'This is not the certified file.',
    context:
      'Its content differs from the file that was certified on November 22, 2026 at 10:39 AM UTC.',
  },
  {
    kind: 'replaced',
    tone: 'warning',
    headline: 'A newer version exists.',
    context: 'A newer certificate replaces this one.',
  },
  {
    kind: 'not-found',
    tone: 'neutral',
    headline: 'No certificate found for this file.',
    context:
      'Saving, printing or sending through a messenger creates a different file. Do you have the proof file?',
  },
]

/** One sample per outcome. */
export const CHECKS: CheckItem[] = [
  {
    id: 'fingerprint',
    title: 'Fingerprint',
    outcome: 'passed',
    reason: 'The fingerprints of the file and the entry match.',
    values: [
      { label: 'File', value: ABC_FINGERPRINT, mono: true },
      { label: 'Entry', value: ABC_FINGERPRINT, mono: true },
    ],
  },
  {
    id: 'inclusion',
    title: 'Inclusion',
    outcome: 'failed',
    reason: 'The path does not lead to the signed root.',
    values: [
      { label: 'Entry', value: '201' },
      { label: 'Computed root', value: EMPTY_FINGERPRINT, mono: true },
    ],
  },
  {
    id: 'anchor',
    title: 'Anchor',
    outcome: 'running',
    reason: 'Requesting the block from the node.',
  },
  {
    id: 'issuer',
    title: 'Issuer',
    outcome: 'not checked',
    reason: 'The certificate names no issuer.',
  },
]

/** One sample per state. */
export const STEPS: TimelineStep[] = [
  {
    id: 'received',
    title: 'Received',
    state: 'done',
    at: '2026-11-21T10:04:00Z',
    detail: 'A random salt hides the fingerprint in the entry.',
  },
  { id: 'logged', title: 'In the public record', state: 'done', at: '2026-11-21T10:04:01Z' },
  {
    id: 'anchored',
    title: 'On the blockchain',
    state: 'current',
    detail: '1 of 2 confirmations.',
  },
  { id: 'final', title: 'Final', state: 'waiting' },
  {
    id: 'failed',
    title: 'E-mail',
    state: 'failed',
    detail: 'The mail server rejected the address.',
  },
]

/** Finder patterns and noise: looks like a QR code but encodes nothing. */
export const MATRIX: boolean[][] = Array.from({ length: 25 }, (_, y) =>
  Array.from({ length: 25 }, (_, x) => isDark(x, y)),
)

function isDark(x: number, y: number): boolean {
  const corner = [
    [3, 3],
    [21, 3],
    [3, 21],
  ].find(([cx = 0, cy = 0]) => Math.max(Math.abs(x - cx), Math.abs(y - cy)) <= 4)
  if (!corner) return (x * 7 + y * 13 + x * y) % 3 === 0
  const distance = Math.max(Math.abs(x - (corner[0] ?? 0)), Math.abs(y - (corner[1] ?? 0)))
  return distance !== 2 && distance !== 4
}
