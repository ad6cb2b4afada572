/** Binds the key of a recipient's browser, wallet or passkey, and lets the sender release another one. */
import { fromBase64Url, toHex } from '@inkproof/proof/bytes'
import type { BindKeyRequest } from '@inkproof/protocol/sign-request'
import { AppError } from '@inkproof/service-kit/app-error'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import { addressHash, type Method } from '@inkproof/signing/step'
import { type Actor, epochOf } from './actor.ts'
import { type ChangeDeps, changeRequest } from './change-request.ts'
import type { EnvelopeRow, KeyRow, RecipientRow, RequestRow, StepRow } from './envelopes.model.ts'
import { requireOpen, requireRecipient, requireStarted, requireTurn } from './request-state.ts'
import { readSigningKey, type SigningKey, type SigningKeyDeps } from './signing-key.ts'
import { appendStep } from './steps.ts'
import { isActive } from './turns.ts'

/**
 * Binds the key. The caller has verified the account or the mailed code before, as `actor.method` says. The same key again
 * changes nothing. Another key of a link's holder waits for the sender's release. Removes the mailed code.
 *
 * @throws AppError KEY_ALREADY_BOUND in a session, and those of `readSigningKey` and `requireTurn`
 */
export async function bindKey(
  deps: ChangeDeps & SigningKeyDeps,
  actor: Actor,
  body: BindKeyRequest,
): Promise<EnvelopeRow> {
  const { method } = actor
  return changeRequest(deps, actor.read, async (row) => {
    const request = requireStarted(row)
    const { digest } = request
    const recipient = requireRecipient(row, actor.recipient)
    const now = deps.now()
    requireTurn(row, recipient, now)
    const sent = await readSigningKey(deps, body, request, recipient)
    const { thumbprint } = sent
    const { key, otherKey } = recipient
    if (key?.thumbprint === thumbprint) return null
    if (key && method === 'account') throw new AppError('KEY_ALREADY_BOUND')
    if (key && otherKey?.thumbprint === thumbprint) return null
    const path = `recipients.${row.recipients.indexOf(recipient)}`
    const claims = { recipient: recipient.id, method }
    const verified = appendStep(row.steps, digest, { type: 'verified', claims }, now)
    if (key) {
      const waiting = { ...sent, requestedAt: now, isReleased: false }
      return { steps: verified, set: { [`${path}.otherKey`]: waiting, [`${path}.code`]: null } }
    }
    const { key: bound, steps } = appendBound(verified, request, { recipient, sent, method }, now)
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
    const request = requireStarted(row)
    const recipient = requireRecipient(row, recipientId)
    const now = deps.now()
    requireOpen(row, now)
    if (recipient.statement) throw new AppError('ALREADY_SIGNED')
    const { otherKey } = recipient
    // Evidence in which somebody gets a key after they have handed over does not verify.
    if (!isActive(recipient) || otherKey?.thumbprint !== thumbprint)
      throw new AppError('NO_KEY_TO_RELEASE')
    if (otherKey.isReleased) return null
    const { isReleased: _, requestedAt: __, ...sent } = otherKey
    const bound = { recipient, sent, method: 'mailbox' as const }
    const { key, steps } = appendBound(row.steps, request, bound, now)
    const path = `recipients.${row.recipients.indexOf(recipient)}`
    return { steps, set: { [`${path}.key`]: key, [`${path}.otherKey.isReleased`]: true } }
  })
}

type Bound = { recipient: RecipientRow; sent: SigningKey; method: Actor['method'] }

function appendBound(
  before: readonly StepRow[],
  request: RequestRow,
  { recipient, sent, method: proved }: Bound,
  now: Date,
): { key: KeyRow; steps: StepRow[] } {
  const { thumbprint } = sent
  const method = methodOf(request, recipient, sent) ?? proved
  const claims = {
    recipient: recipient.id,
    epoch: String(epochOf(recipient)),
    key: thumbprint,
    method,
    address: toHex(addressHash(recipient.email)),
    replaces: recipient.key?.boundBy ?? '',
  }
  const steps = appendStep(before, request.digest, { type: 'bound', claims }, now)
  return { key: { ...sent, boundBy: steps.at(-1)?.leaf ?? '' }, steps }
}

/** Only a wallet or a passkey that the envelope named before shows who binds it. */
function methodOf(
  { envelope }: Pick<RequestRow, 'envelope'>,
  { id }: Pick<RecipientRow, 'id'>,
  { passkey, thumbprint, wallet }: SigningKey,
): Method | undefined {
  if (wallet === undefined && passkey === undefined) return
  const { recipients } = decodeEnvelope(fromBase64Url(envelope))
  const known = recipients.find((recipient) => recipient.id === id)?.knownKeys ?? []
  if (!known.some((key) => toHex(key) === thumbprint)) return
  return passkey === undefined ? 'wallet' : 'passkey'
}
