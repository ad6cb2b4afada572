/** The handlers of the calls about signing requests. */
import { createEnvelope, type envelopeCalls } from '@inkproof/protocol/calls/envelopes'
import { AppError } from '@inkproof/service-kit/app-error'
import { createBoundedQueue } from '@inkproof/service-kit/bounded-queue'
import type { Handlers } from '@inkproof/service-kit/calls/implement'
import { readUpload } from '@inkproof/service-kit/calls/upload'
import { bindKey } from './bind-key.ts'
import { type CreateDeps, createDraft, deleteDraft } from './create.ts'
import type { Files } from './dependencies.ts'
import { type EndRequestDeps, voidRequest } from './end-request.ts'
import type { EnvelopeStore } from './envelope-store.ts'
import { toEnvelope, toSummary } from './present.ts'
import { requireStarted } from './request-state.ts'
import { signRequest } from './sign-request.ts'
import { type StartDeps, startRequest } from './start-request.ts'

export type EnvelopeHandlersDeps = CreateDeps &
  StartDeps &
  EndRequestDeps & {
    envelopes: EnvelopeStore
    pdf: CreateDeps['pdf'] & StartDeps['pdf']
    record: StartDeps['record'] & EndRequestDeps['record']
    files: Files
    /** Makes the job look for work at once. */
    wakeJob(): void
  }

/** Each upload is in memory completely. */
const MAX_UPLOADS = 4
const MAX_WAITING_UPLOADS = 60

export function envelopeHandlers(deps: EnvelopeHandlersDeps): Handlers<typeof envelopeCalls> {
  const { envelopes, files, wakeJob } = deps
  const queueUpload = createBoundedQueue(MAX_UPLOADS, MAX_WAITING_UPLOADS)
  return {
    createEnvelope: ({ query, req, session }) =>
      queueUpload(async () => {
        const bytes = await readUpload(req, createEnvelope.upload)
        return toEnvelope(await createDraft(deps, session, query, bytes), session.accountId)
      }),

    listEnvelopes: async ({ query, session: { accountId, workspaceId } }) => {
      const { next, rows } = await envelopes.readPage(workspaceId, query.cursor)
      return { envelopes: rows.map((row) => toSummary(row, accountId)), next }
    },

    showEnvelope: async ({ params, session }) =>
      toEnvelope(
        await envelopes.findInWorkspace(session.workspaceId, params.id),
        session.accountId,
      ),

    startEnvelope: async ({ body, params, session }) => {
      const row = await envelopes.findInWorkspace(session.workspaceId, params.id)
      return toEnvelope(await startRequest(deps, session, row, body), session.accountId)
    },

    bindSigningKey: async ({ body, params, session }) => {
      const row = await bindKey(deps, session, params, body.publicKey)
      wakeJob()
      return toEnvelope(row, session.accountId)
    },

    signEnvelope: async ({ body, params, session }) => {
      const row = await signRequest(deps, session, params, body)
      wakeJob()
      return toEnvelope(row, session.accountId)
    },

    voidEnvelope: async ({ body, params, session }) => {
      const row = await envelopes.findInWorkspace(session.workspaceId, params.id)
      const voided = await voidRequest(deps, row, body.reason)
      wakeJob()
      return toEnvelope(voided, session.accountId)
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
      const { finished, state } = await envelopes.findInWorkspace(workspaceId, params.id)
      if (state !== 'completed' || !finished) throw new AppError('ENVELOPE_NOT_FINISHED')
      res.attachment(finished.fileName)
      return readFile(files, finished.file, workspaceId)
    },
  }
}

/** @throws AppError FILE_UNREADABLE, also if the file is missing, which a request refers to */
async function readFile(files: Files, id: string, owner: string): Promise<Uint8Array> {
  try {
    return (await files.read(id, owner)).bytes
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ITEM_NOT_FOUND') throw error
    throw new AppError('FILE_UNREADABLE', {}, { cause: error })
  }
}
