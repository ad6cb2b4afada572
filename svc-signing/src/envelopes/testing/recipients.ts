/** Requests with several recipients, who act by their links as the links' feature lets them. */

import type { SignRequest } from '@inkproof/protocol/sign-request'
import type { RecipientRequest, StartEnvelopeRequest } from '@inkproof/protocol/start-envelope'
import type { Actor } from '../actor.ts'
import { bindKey } from '../bind-key.ts'
import type { EnvelopeRow } from '../envelopes.model.ts'
import { toLinkedRequest } from '../present-link.ts'
import { signRequest } from '../sign-request.ts'
import { type EnvelopeSystem, field, START } from './envelope-system.ts'
import { createSigner, type SignChanges, type Signer, signAs } from './signer.ts'

export function recipient(
  name: string,
  order: number,
  change: Partial<RecipientRequest> = {},
): RecipientRequest {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  return { name, email, role: 'signer', order, accessCode: null, ...change }
}

const place = (recipient: number, y: number) => ({
  recipient,
  rectangle: { x: 50, y, width: 100, height: 20 },
})

/** An approver first, then two signers at the same time, then the sender. */
export const FOUR: StartEnvelopeRequest = {
  ...START,
  message: 'Please sign until Friday.',
  recipients: [
    recipient('Jane Roe', 3, { email: null }),
    recipient('Ann Archer', 2),
    recipient('Bob Baker', 2),
    recipient('Cleo Clark', 1, { role: 'approver' }),
  ],
  // Mixed, so that their order is not that of the recipients.
  fields: [
    field('text', place(2, 20)),
    field('signature', place(1, 60)),
    field('signature', place(0, 100)),
    field('signature', place(2, 140)),
    field('text', place(1, 180)),
  ],
}
export const [SENDER, ANN, BOB, CLEO] = [
  'recipient-1',
  'recipient-2',
  'recipient-3',
  'recipient-4',
] as const

/** Someone who has proved access to the mailbox. */
export function byLink({ deps }: EnvelopeSystem, id: string, recipientId: string): Actor {
  const read = async () => (await deps.envelopes.find(id)) as EnvelopeRow
  return { recipient: recipientId, method: 'mailbox', read }
}

/** What a recipient's browser sends, with what the recipient is shown. */
export async function statementOf(
  system: EnvelopeSystem,
  id: string,
  recipientId: string,
  signer: Signer,
  changes: SignChanges = {},
): Promise<SignRequest> {
  const linked = toLinkedRequest(await system.read(id), recipientId)
  const signable = { ...linked, recipients: [linked.you] }
  return signAs(signer, signable, { now: system.clock.now, ...changes })
}

/** Binds a new key, and returns it. */
export async function bindNew(
  system: EnvelopeSystem,
  id: string,
  recipientId: string,
): Promise<Signer> {
  const signer = await createSigner()
  await bindKey(system.deps, byLink(system, id, recipientId), { publicKey: signer.publicKeyText })
  return signer
}

/** Binds a key and signs or approves. */
export async function act(
  system: EnvelopeSystem,
  id: string,
  recipientId: string,
): Promise<EnvelopeRow> {
  const signer = await bindNew(system, id, recipientId)
  const body = await statementOf(system, id, recipientId, signer)
  return signRequest(system.deps, byLink(system, id, recipientId), body)
}
