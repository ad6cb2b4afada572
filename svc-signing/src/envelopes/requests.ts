/** What recipients and senders do with started requests, for all features that have calls about them. */
import type { BindKeyRequest, SignRequest } from '@inkproof/protocol/sign-request'
import { createBoundedQueue } from '@inkproof/service-kit/bounded-queue'
import type { Actor } from './actor.ts'
import { bindKey, releaseKey } from './bind-key.ts'
import { type DeclineDeps, declineRequest } from './decline-request.ts'
import type { AttachmentRow, EnvelopeRow } from './envelopes.model.ts'
import { handOver } from './hand-over.ts'
import { markOpened } from './mark-opened.ts'
import { signRequest } from './sign-request.ts'
import type { SigningKeyDeps } from './signing-key.ts'
import type { StoreFileDeps } from './store-file.ts'
import { admitAttachment, type NewAttachment, uploadAttachment } from './upload-attachment.ts'

/** Each function returns the request as changed, and throws an AppError if the change is refused. */
export type Requests = {
  bindKey(actor: Actor, key: BindKeyRequest): Promise<EnvelopeRow>
  signRequest(actor: Actor, body: SignRequest): Promise<EnvelopeRow>
  /** @param receive reads the file, after the caller was admitted */
  uploadAttachment(
    actor: Actor,
    attachment: NewAttachment,
    receive: () => Promise<Uint8Array>,
  ): Promise<AttachmentRow>
  declineRequest(actor: Actor, body: SignRequest): Promise<EnvelopeRow>
  handOver(actor: Actor, person: { name: string; email: string }): Promise<EnvelopeRow>
  markOpened(actor: Actor): Promise<EnvelopeRow>
  releaseKey(
    read: () => Promise<EnvelopeRow>,
    recipientId: string,
    thumbprint: string,
  ): Promise<EnvelopeRow>
}

/** Each attachment is in memory completely. */
const MAX_UPLOADS = 4
const MAX_WAITING_UPLOADS = 60

export type RequestsDeps = DeclineDeps & SigningKeyDeps & StoreFileDeps

/** @param wakeJob makes the job look for work at once */
export function createRequests(deps: RequestsDeps, wakeJob: () => void): Requests {
  const queueUpload = createBoundedQueue(MAX_UPLOADS, MAX_WAITING_UPLOADS)
  const thenWake = async <Changed>(change: Promise<Changed>) => {
    const row = await change
    wakeJob()
    return row
  }
  return {
    bindKey: (actor, key) => thenWake(bindKey(deps, actor, key)),
    signRequest: (actor, body) => thenWake(signRequest(deps, actor, body)),
    uploadAttachment: async (actor, attachment, receive) => {
      await admitAttachment(deps, actor, attachment.field)
      return thenWake(
        queueUpload(async () => uploadAttachment(deps, actor, attachment, await receive())),
      )
    },
    declineRequest: (actor, body) => thenWake(declineRequest(deps, actor, body)),
    handOver: (actor, person) => thenWake(handOver(deps, actor, person)),
    markOpened: (actor) => thenWake(markOpened(deps, actor)),
    releaseKey: (read, recipientId, thumbprint) =>
      thenWake(releaseKey(deps, read, recipientId, thumbprint)),
  }
}
