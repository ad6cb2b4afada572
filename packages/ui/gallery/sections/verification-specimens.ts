import type { CheckItem } from '../../src/check-list.tsx'
import type { TimelineStep } from '../../src/timeline.tsx'
import type { VerdictProps } from '../../src/verdict.tsx'
import { ABC_FINGERPRINT, EMPTY_FINGERPRINT } from '../specimen.tsx'

/** Sample verdicts. */
export const VERDICTS: VerdictProps[] = [
  {
    kind: 'certified',
    sentence: 'This exact file was certified, and it has not changed since.',
    why: 'Its entry is in the public record, and the record’s state is on the blockchain.',
  },
  {
    kind: 'not-anchored',
    sentence: 'This file is in the public record, but not yet on the blockchain.',
    why: 'The next anchor is due within 5 seconds; verify again then.',
  },
  {
    kind: 'untrusted',
    sentence:
      'No check failed, but the certificate was recorded by a log that you have not chosen to trust.',
    why: 'Anyone can run a log. Enter the log’s key or domain to see whose record this is.',
  },
  {
    kind: 'not-found',
    sentence: 'No certificate was found for this file.',
    why: 'Saving it again, printing it or sending it through a messenger changes the file.',
  },
  {
    kind: 'changed',
    sentence: 'This is not the file that was certified.',
    why: 'The proof file belongs to a different file: the fingerprints differ.',
  },
  {
    kind: 'revoked',
    sentence: 'This certificate was revoked by its issuer.',
    why: 'It was certified and later revoked; both are in the public record.',
  },
  {
    kind: 'cannot-check',
    sentence: 'This file could not be checked.',
    why: 'The blockchain node did not respond. Choose another node, or verify up to the block hash.',
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
