/** What the sender's workspace downloads of a request. */
import type { envelopeCalls } from '@inkproof/protocol/calls/envelopes'
import { signingRecordName } from '@inkproof/protocol/signing-record'
import type { Handlers } from '@inkproof/service-kit/calls/implement'
import { requireAttachment } from './attachments.ts'
import type { Files } from './dependencies.ts'
import type { EnvelopeStore } from './envelope-store.ts'
import { readFile, requireEvidence, requireFinished } from './read-file.ts'
import { requireStarted } from './request-state.ts'
import { sendAttachment } from './send-attachment.http.ts'
import type { MakeSigningRecord } from './signing-record.ts'

export type DownloadHandlersDeps = {
  envelopes: Pick<EnvelopeStore, 'findInWorkspace'>
  files: Pick<Files, 'read'>
  makeSigningRecord: MakeSigningRecord
}

type DownloadHandlers = Pick<
  Handlers<typeof envelopeCalls>,
  | 'downloadUpload'
  | 'downloadPrepared'
  | 'downloadFinished'
  | 'downloadEvidence'
  | 'downloadSigningRecord'
  | 'downloadAttachment'
>

export function downloadHandlers({
  envelopes,
  files,
  makeSigningRecord,
}: DownloadHandlersDeps): DownloadHandlers {
  return {
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
