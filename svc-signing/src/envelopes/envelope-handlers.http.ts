/** The handlers of the calls about signing requests. */
import {
  createEnvelope,
  type envelopeCalls,
  uploadAttachment,
} from '@inkproof/protocol/calls/envelopes'
import type { Envelope } from '@inkproof/protocol/envelopes'
import { signingRecordName } from '@inkproof/protocol/signing-record'
import type { Session } from '@inkproof/service-kit/auth'
import { createBoundedQueue } from '@inkproof/service-kit/bounded-queue'
import type { Handlers } from '@inkproof/service-kit/calls/implement'
import { readUpload } from '@inkproof/service-kit/calls/upload'
import { sessionActor } from './actor.ts'
import { requireAttachment } from './attachments.ts'
import { type CorrectDeps, correctRecipient } from './correct-recipient.ts'
import { type CreateDeps, createDraft, deleteDraft } from './create.ts'
import type { Files } from './dependencies.ts'
import { type EndRequestDeps, voidRequest } from './end-request.ts'
import type { EnvelopeStore } from './envelope-store.ts'
import type { EnvelopeRow } from './envelopes.model.ts'
import { extendRecipient } from './extend-recipient.ts'
import { toAttachment, toSummary } from './present.ts'
import { readFile, requireEvidence, requireFinished } from './read-file.ts'
import { type RememberDeps, rememberCorrection, rememberRecipients } from './remember-recipients.ts'
import { requireStarted } from './request-state.ts'
import type { Requests } from './requests.ts'
import { sendAttachment } from './send-attachment.http.ts'
import type { MakeSigningRecord } from './signing-record.ts'
import { type StartDeps, startRequest } from './start-request.ts'

export type EnvelopeHandlersDeps = CreateDeps &
  StartDeps &
  EndRequestDeps &
  CorrectDeps &
  RememberDeps & {
    envelopes: EnvelopeStore
    pdf: CreateDeps['pdf'] & StartDeps['pdf']
    record: StartDeps['record'] & EndRequestDeps['record']
    files: Files
    requests: Requests
    present: PresentEnvelope
    makeSigningRecord: MakeSigningRecord
    /** Makes the job look for work at once. */
    wakeJob(): void
  }

/** Each upload is in memory completely. */
const MAX_UPLOADS = 4
const MAX_WAITING_UPLOADS = 60

/** Returns what the person of a session sees of a request, with the newest e-mail to each recipient. */
export type PresentEnvelope = (
  row: EnvelopeRow,
  session: Pick<Session, 'accountId'>,
) => Promise<Envelope>

/** `remindRecipient` belongs to the feature `mails`. */
export type EnvelopeHandlers = Handlers<Omit<typeof envelopeCalls, 'remindRecipient'>>

export function envelopeHandlers(deps: EnvelopeHandlersDeps): EnvelopeHandlers {
  const { envelopes, files, makeSigningRecord, present, requests, wakeJob } = deps
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

    bindSigningKey: async ({ body, params, session }) => {
      const actor = sessionActor(envelopes, session, params)
      return present(await requests.bindKey(actor, body), session)
    },

    signEnvelope: async ({ body, params, session }) => {
      const actor = sessionActor(envelopes, session, params)
      return present(await requests.signRequest(actor, body), session)
    },

    uploadAttachment: async ({ query, req, session }) => {
      const actor = sessionActor(envelopes, session, query)
      const receive = () => readUpload(req, uploadAttachment.upload)
      return toAttachment(await requests.uploadAttachment(actor, query, receive))
    },

    releaseKey: async ({ body, params, session }) => {
      const read = () => envelopes.findInWorkspace(session.workspaceId, params.id)
      return present(await requests.releaseKey(read, params.recipient, body.thumbprint), session)
    },

    correctRecipient: async ({ body, params, session }) => {
      const read = () => envelopes.findInWorkspace(session.workspaceId, params.id)
      const corrected = await correctRecipient(deps, session, read, params.recipient, body)
      wakeJob()
      await rememberCorrection(deps, corrected, params.recipient)
      return present(corrected, session)
    },

    extendRecipient: async ({ body, params, session }) => {
      const read = () => envelopes.findInWorkspace(session.workspaceId, params.id)
      const until = new Date(body.answerBy)
      const extended = await extendRecipient(deps, session, read, params.recipient, until)
      wakeJob()
      return present(extended, session)
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

    downloadUpload: async ({ params, res, session: { workspaceId } }) => {
      const { document, upload } = await envelopes.findInWorkspace(workspaceId, params.id)
      res.attachment(document.fileName)
      return readFile(files, upload ?? '', workspaceId)
    },

    downloadPrepared: async ({ params, res, session: { workspaceId } }) => {
      const row = await envelopes.findInWorkspace(workspaceId, params.id)
      const { prepared } = requireStarted(row)
      res.attachment(row.document.fileName)
      return readFile(files, prepared.file, workspaceId)
    },

    downloadFinished: async ({ params, res, session: { workspaceId } }) => {
      const finished = requireFinished(await envelopes.findInWorkspace(workspaceId, params.id))
      res.attachment(finished.fileName)
      return readFile(files, finished.file, workspaceId)
    },

    downloadEvidence: async ({ params, res, session: { workspaceId } }) => {
      const evidence = requireEvidence(await envelopes.findInWorkspace(workspaceId, params.id))
      res.attachment(evidence.fileName)
      return readFile(files, evidence.file, workspaceId)
    },

    downloadSigningRecord: async ({ params, res, session: { workspaceId } }) => {
      const row = await envelopes.findInWorkspace(workspaceId, params.id)
      const bytes = await makeSigningRecord(row)
      res.attachment(signingRecordName(row.document.fileName))
      return bytes
    },

    downloadAttachment: async ({ params, res, session: { workspaceId } }) => {
      const row = await envelopes.findInWorkspace(workspaceId, params.id)
      return sendAttachment(files, res, row, requireAttachment(row, params.field))
    },
  }
}
