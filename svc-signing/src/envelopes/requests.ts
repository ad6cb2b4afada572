/** What recipients and senders do with started requests, for all features that have calls about them. */
import type { BindKeyRequest, SignRequest } from '@inkproof/protocol/envelopes'
import type { Actor } from './actor.ts'
import { bindKey, releaseKey } from './bind-key.ts'
import { type DeclineDeps, declineRequest } from './decline-request.ts'
import type { EnvelopeRow } from './envelopes.model.ts'
import { handOver } from './hand-over.ts'
import { markOpened } from './mark-opened.ts'
import { signRequest } from './sign-request.ts'

/** Each function returns the request as changed, and throws an AppError if the change is refused. */
export type Requests = {
  bindKey(actor: Actor, key: BindKeyRequest): Promise<EnvelopeRow>
  signRequest(actor: Actor, body: SignRequest): Promise<EnvelopeRow>
  declineRequest(actor: Actor, body: SignRequest): Promise<EnvelopeRow>
  handOver(actor: Actor, person: { name: string; email: string }): Promise<EnvelopeRow>
  markOpened(actor: Actor): Promise<EnvelopeRow>
  releaseKey(
    read: () => Promise<EnvelopeRow>,
    recipientId: string,
    thumbprint: string,
  ): Promise<EnvelopeRow>
}

/** @param wakeJob makes the job look for work at once */
export function createRequests(deps: DeclineDeps, wakeJob: () => void): Requests {
  const thenWake = async (change: Promise<EnvelopeRow>) => {
    const row = await change
    wakeJob()
    return row
  }
  return {
    bindKey: (actor, key) => thenWake(bindKey(deps, actor, key)),
    signRequest: (actor, body) => thenWake(signRequest(deps, actor, body)),
    declineRequest: (actor, body) => thenWake(declineRequest(deps, actor, body)),
    handOver: (actor, person) => thenWake(handOver(deps, actor, person)),
    markOpened: (actor) => thenWake(markOpened(deps, actor)),
    releaseKey: (read, recipientId, thumbprint) =>
      thenWake(releaseKey(deps, read, recipientId, thumbprint)),
  }
}
