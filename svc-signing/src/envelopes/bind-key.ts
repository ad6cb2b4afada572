/** Binds a key of a recipient's browser, and lets the sender release another one. */
import { createPublicKey } from 'node:crypto'
import { fromBase64Url, toHex } from '@inkproof/proof/bytes'
import { AppError } from '@inkproof/service-kit/app-error'
import { keyThumbprint, type P256Key, toJwk } from '@inkproof/signing/public-key'
import { addressHash } from '@inkproof/signing/step'
import { type Actor, epochOf } from './actor.ts'
import { type ChangeDeps, changeRequest } from './change-request.ts'
import type { EnvelopeRow, RecipientRow, StepRow } from './envelopes.model.ts'
import { requireOpen, requireRecipient, requireStarted, requireTurn } from './request-state.ts'
import { appendStep } from './steps.ts'
import { isActive } from './turns.ts'

/**
 * Binds the key. The caller has verified the account or the mailed code before, as `actor.method` says. The same key again
 * changes nothing. Another key of a link's holder waits for the sender's release. Removes the mailed code.
 *
 * @throws AppError INVALID_INPUT if it is not a point on the curve, KEY_ALREADY_BOUND in a session, and those of
 * `requireTurn`
 */
export async function bindKey(
  deps: ChangeDeps,
  actor: Actor,
  publicKey: string,
): Promise<EnvelopeRow> {
  const thumbprint = readThumbprint(publicKey)
  const { method } = actor
  return changeRequest(deps, actor.read, async (row) => {
    const { digest } = requireStarted(row)
    const recipient = requireRecipient(row, actor.recipient)
    const now = deps.now()
    requireTurn(row, recipient, now)
    const { key, otherKey } = recipient
    if (key?.thumbprint === thumbprint) return null
    if (key && method === 'account') throw new AppError('KEY_ALREADY_BOUND')
    if (key && otherKey?.thumbprint === thumbprint) return null
    const path = `recipients.${row.recipients.indexOf(recipient)}`
    const claims = { recipient: recipient.id, method }
    const verified = appendStep(row.steps, digest, { type: 'verified', claims }, now)
    if (key) {
      const waiting = { thumbprint, requestedAt: now, isReleased: false }
      return { steps: verified, set: { [`${path}.otherKey`]: waiting, [`${path}.code`]: null } }
    }
    const steps = appendBound(verified, digest, { recipient, thumbprint, method }, now)
    const bound = { thumbprint, boundBy: steps.at(-1)?.leaf }
    return { steps, set: { [`${path}.key`]: bound, [`${path}.code`]: null } }
  })
}

/**
 * Binds the other key of a recipient, who has confirmed it with a mailed code. Releasing it again changes nothing.
 *
 * @throws AppError ENVELOPE_NOT_FOUND, NO_KEY_TO_RELEASE, and those of `requireOpen`
 */
export async function releaseKey(
  deps: ChangeDeps,
  read: () => Promise<EnvelopeRow>,
  recipientId: string,
  thumbprint: string,
): Promise<EnvelopeRow> {
  return changeRequest(deps, read, async (row) => {
    const { digest } = requireStarted(row)
    const recipient = requireRecipient(row, recipientId)
    const now = deps.now()
    requireOpen(row, now)
    if (recipient.statement) throw new AppError('ALREADY_SIGNED')
    const { otherKey } = recipient
    // Evidence in which somebody gets a key after they have handed over does not verify.
    if (!isActive(recipient) || otherKey?.thumbprint !== thumbprint)
      throw new AppError('NO_KEY_TO_RELEASE')
    if (otherKey.isReleased) return null
    const bound = { recipient, thumbprint, method: 'mailbox' as const }
    const steps = appendBound(row.steps, digest, bound, now)
    const path = `recipients.${row.recipients.indexOf(recipient)}`
    const key = { thumbprint, boundBy: steps.at(-1)?.leaf }
    return { steps, set: { [`${path}.key`]: key, [`${path}.otherKey.isReleased`]: true } }
  })
}

/** Reads a public key as calls contain it, and returns its thumbprint, hex. @throws AppError INVALID_INPUT */
export function readThumbprint(publicKey: string): string {
  return toHex(keyThumbprint(readKey(publicKey)))
}

type Bound = { recipient: RecipientRow; thumbprint: string; method: Actor['method'] }

function appendBound(
  before: readonly StepRow[],
  digest: string,
  { recipient, thumbprint, method }: Bound,
  now: Date,
): StepRow[] {
  const claims = {
    recipient: recipient.id,
    epoch: String(epochOf(recipient)),
    key: thumbprint,
    method,
    address: toHex(addressHash(recipient.email)),
    replaces: recipient.key?.boundBy ?? '',
  }
  return appendStep(before, digest, { type: 'bound', claims }, now)
}

/** Reads an uncompressed point (SEC 1, section 2.3.3). @throws AppError INVALID_INPUT */
function readKey(text: string): P256Key {
  try {
    const bytes = fromBase64Url(text)
    const key: P256Key = { type: 'P-256', point: bytes.slice(1) }
    createPublicKey({ key: toJwk(key), format: 'jwk' })
    if (bytes.length === 65 && bytes[0] === 4) return key
  } catch {
    // The same error for everything that is not a point on the curve.
  }
  const issues = [{ path: 'publicKey', message: 'expected an uncompressed point on P-256' }]
  throw new AppError('INVALID_INPUT', { issues })
}
