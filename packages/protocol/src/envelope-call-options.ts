/** What the calls of svc-signing about signing requests have in common. */
import * as z from 'zod/mini'
import type { CallLimit } from './call.ts'
import { EnvelopeId, RecipientId } from './envelopes.ts'

export const TAG = 'Signing requests'

export const WRITE_LIMIT = {
  name: 'envelopes',
  max: 120,
  windowSeconds: 60,
  whenRedisFails: 'closed',
  by: 'account',
} as const satisfies CallLimit

export const READ_LIMIT = {
  name: 'read-envelopes',
  max: 3_000,
  windowSeconds: 60,
  whenRedisFails: 'closed',
  by: 'account',
} as const satisfies CallLimit

export const byRecipient = {
  params: z.strictObject({ id: EnvelopeId, recipient: RecipientId }),
  unknownParams: 'ENVELOPE_NOT_FOUND',
} as const

/** Why the key of a recipient's wallet or passkey is refused. */
export const KEY_ERRORS = [
  'WALLET_NOT_PROVED',
  'PASSKEY_NOT_PROVED',
  'SIGNING_PASSKEY_UNKNOWN',
  'SIGNING_PASSKEY_UNSUITABLE',
] as const
