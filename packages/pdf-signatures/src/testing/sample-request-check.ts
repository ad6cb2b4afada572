import {
  type Check,
  type Participant,
  REQUEST_CHECKS,
  STATEMENT_CHECKS,
} from '@inkproof/signing/verification'
import type { RequestCheck } from '../evidence/verify-request.ts'

/** Jane Roe, who signed with a key that a code to her mailbox bound, with these values instead. */
export function participantWith(values: Partial<Participant> = {}): Participant {
  return {
    statement: 0,
    digest: 'cd'.repeat(32),
    recipient: 'jane',
    name: 'Jane Roe',
    email: 'jane@example.test',
    role: 'signer',
    order: 1,
    act: 'sign',
    time: '2026-11-25T12:00:00.000Z',
    binding: { method: 'mailbox', isKnownKey: false, isReplacement: false },
    wallet: null,
    ...values,
  }
}

/** A verified signing request with one signer, with these values instead. */
export function requestCheckWith(values: Partial<RequestCheck> = {}): RequestCheck {
  return {
    verdict: 'verified',
    request: { title: 'Lease of the workshop', workspace: 'Roe Workshops' },
    participants: [participantWith()],
    checks: [],
    record: {
      origin: 'inkproof/test',
      logKey: 'inkproof/test+00000000+key',
      isTestInstallation: false,
      anchoredAt: '2026-11-25T12:01:00.000Z',
    },
    isIssuerKnown: true,
    hasOtherSignatures: false,
    signaturesBefore: 0,
    ...values,
  }
}

/** A request that its only signer declined, as the record confirms, with these values instead. */
export function declinedCheckWith(values: Partial<RequestCheck> = {}): RequestCheck {
  const participant = participantWith({ act: 'decline', reason: 'The rent is too high.' })
  const passed = { outcome: 'passed', reason: 'OK', sentence: null, values: {} } as const
  const checks: Check[] = [
    ...REQUEST_CHECKS.map((id) => ({ ...passed, id, statement: null })),
    ...STATEMENT_CHECKS.map((id) => ({ ...passed, id, statement: 0 })),
  ]
  return requestCheckWith({
    verdict: 'aborted',
    participants: [participant],
    checks: checks.map((check) =>
      check.id === 'completion' ? { ...check, outcome: 'failed', reason: 'ABORTED' } : check,
    ),
    ...values,
  })
}
