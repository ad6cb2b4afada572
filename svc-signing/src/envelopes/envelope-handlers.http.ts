/** The handlers of the calls about signing requests. */
import { createEnvelope, type envelopeCalls } from '@inkproof/protocol/calls/envelopes'
import { createBoundedQueue } from '@inkproof/service-kit/bounded-queue'
import type { Handlers } from '@inkproof/service-kit/calls/implement'
import { readUpload } from '@inkproof/service-kit/calls/upload'
import { type CreateDeps, createDraft, deleteDraft } from './create.ts'
import type { Files } from './dependencies.ts'
import { type DownloadHandlersDeps, downloadHandlers } from './download-handlers.http.ts'
import { type EndRequestDeps, voidRequest } from './end-request.ts'
import type { EnvelopeStore } from './envelope-store.ts'
import {
  type OwnSignatureHandlersDeps,
  ownSignatureHandlers,
} from './own-signature-handlers.http.ts'
import { toSummary } from './present.ts'
import { type RecipientHandlersDeps, recipientHandlers } from './recipient-handlers.http.ts'
import { rememberRecipients } from './remember-recipients.ts'
import { type StartDeps, startRequest } from './start-request.ts'

export type EnvelopeHandlersDeps = CreateDeps &
  StartDeps &
  EndRequestDeps &
  RecipientHandlersDeps &
  OwnSignatureHandlersDeps &
  DownloadHandlersDeps & {
    envelopes: EnvelopeStore
    pdf: CreateDeps['pdf'] & StartDeps['pdf']
    record: StartDeps['record'] & EndRequestDeps['record']
    files: Files
  }

/** Each upload is in memory completely. */
const MAX_UPLOADS = 4
const MAX_WAITING_UPLOADS = 60

/** `remindRecipient` belongs to the feature `mails`. */
export type EnvelopeHandlers = Handlers<Omit<typeof envelopeCalls, 'remindRecipient'>>

export function envelopeHandlers(deps: EnvelopeHandlersDeps): EnvelopeHandlers {
  const { envelopes, present, wakeJob } = deps
  const queueUpload = createBoundedQueue(MAX_UPLOADS, MAX_WAITING_UPLOADS)
  return {
    createEnvelope: ({ query, req, session }) =>
      queueUpload(async () => {
        const bytes = await readUpload(req, createEnvelope.upload)
        return present(await createDraft(deps, session, query, bytes), session)
      }),

    listEnvelopes: async ({ query, session }) => {
      const { next, rows } = await envelopes.readPage(session, query)
      return { envelopes: rows.map((row) => toSummary(row, session.accountId)), next }
    },

    showEnvelope: async ({ params, session }) =>
      present(await envelopes.findInWorkspace(session.workspaceId, params.id), session),

    startEnvelope: async ({ body, params, session }) => {
      const row = await envelopes.findInWorkspace(session.workspaceId, params.id)
      const started = await startRequest(deps, session, row, body)
      wakeJob()
      await rememberRecipients(deps, started)
      return present(started, session)
    },

    voidEnvelope: async ({ body, params, session }) => {
      const row = await envelopes.findInWorkspace(session.workspaceId, params.id)
      const voided = await voidRequest(deps, row, body.reason)
      wakeJob()
      return present(voided, session)
    },

    deleteDraft: async ({ params, session }) => {
      await deleteDraft(deps, await envelopes.findInWorkspace(session.workspaceId, params.id))
    },

    ...recipientHandlers(deps),
    ...ownSignatureHandlers(deps),
    ...downloadHandlers(deps),
  }
}
