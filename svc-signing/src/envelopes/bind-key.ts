/** Binds a key of the signer's browser to a recipient. */
import { createPublicKey } from 'node:crypto'
import { fromBase64Url, toHex } from '@inkproof/proof/bytes'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Session } from '@inkproof/service-kit/auth'
import { keyThumbprint, type P256Key, toJwk } from '@inkproof/signing/public-key'
import { addressHash } from '@inkproof/signing/step'
import { changeRequest } from './change-request.ts'
import type { EnvelopeStore } from './envelope-store.ts'
import type { EnvelopeRow } from './envelopes.model.ts'
import { requireOpen, requireRecipient, requireStarted } from './request-state.ts'
import { appendStep } from './steps.ts'

export type BindKeyDeps = {
  envelopes: Pick<EnvelopeStore, 'findInWorkspace' | 'change'>
  now: () => Date
}

export type RecipientPath = { id: string; recipient: string }

/**
 * Binds the key: what is proved is the signed-in account. The same key again changes nothing.
 *
 * @throws AppError INVALID_INPUT if it is not a point on the curve, KEY_ALREADY_BOUND, and those of `request-state`
 */
export async function bindKey(
  deps: BindKeyDeps,
  { accountId, workspaceId }: Pick<Session, 'accountId' | 'workspaceId'>,
  { id, recipient: recipientId }: RecipientPath,
  publicKey: string,
): Promise<EnvelopeRow> {
  const key = toHex(keyThumbprint(readKey(publicKey)))
  const read = () => deps.envelopes.findInWorkspace(workspaceId, id)
  return changeRequest(deps, read, async (row) => {
    const { digest } = requireStarted(row)
    const recipient = requireRecipient(row, recipientId, accountId)
    requireOpen(row, deps.now())
    if (recipient.statement) throw new AppError('ALREADY_SIGNED')
    if (recipient.key?.thumbprint === key) return null
    if (recipient.key) throw new AppError('KEY_ALREADY_BOUND')
    const now = deps.now()
    const method = 'account'
    const verified = { recipient: recipientId, method }
    const bound = {
      recipient: recipientId,
      epoch: '1',
      key,
      method,
      address: toHex(addressHash(recipient.email)),
      replaces: '',
    }
    const first = appendStep(row.steps, digest, { type: 'verified', claims: verified }, now)
    const steps = appendStep(first, digest, { type: 'bound', claims: bound }, now)
    const boundBy = steps.at(-1)?.leaf
    const path = `recipients.${row.recipients.indexOf(recipient)}.key`
    return { steps, set: { [path]: { thumbprint: key, boundBy } } }
  })
}

/** Reads an uncompressed point (SEC 1, section 2.3.3). @throws AppError INVALID_INPUT */
function readKey(text: string): P256Key {
  try {
    const bytes = fromBase64Url(text)
    const key: P256Key = { type: 'P-256', point: bytes.slice(1) }
    createPublicKey({ key: toJwk(key), format: 'jwk' })
    if (bytes.length === 65 && bytes[0] === 4) return key
  } catch {
    // The same error for everything that is no point on the curve.
  }
  const issues = [{ path: 'publicKey', message: 'expected an uncompressed point on P-256' }]
  throw new AppError('INVALID_INPUT', { issues })
}
