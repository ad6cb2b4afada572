/** Downloads by link. */
import type { signingLinkCalls } from '@inkproof/protocol/calls/signing-links'
import { signingRecordName } from '@inkproof/protocol/signing-record'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Handlers } from '@inkproof/service-kit/calls/implement'
import { requireAttachment } from '../envelopes/attachments.ts'
import { readFile, requireEvidence, requireFinished } from '../envelopes/read-file.ts'
import { hasEndedUnsigned } from '../envelopes/request-state.ts'
import { sendAttachment } from '../envelopes/send-attachment.http.ts'
import { authorize } from './authorize.ts'
import type { SigningLinkDeps } from './dependencies.ts'

type DownloadHandlers = Pick<
  Handlers<typeof signingLinkCalls>,
  | 'downloadByLink'
  | 'downloadFinishedByLink'
  | 'downloadEvidenceByLink'
  | 'downloadSigningRecordByLink'
  | 'downloadAttachmentByLink'
>

export function linkDownloadHandlers(deps: SigningLinkDeps): DownloadHandlers {
  const { files } = deps
  return {
    downloadByLink: async ({ body, params, res }) => {
      const { row } = await authorize(deps, params.id, body)
      if (hasEndedUnsigned(row)) throw new AppError('ENVELOPE_ENDED')
      res.attachment(row.document.fileName)
      return readFile(files, row.request.prepared.file, row.workspaceId)
    },

    downloadFinishedByLink: async ({ body, params, res }) => {
      const { row } = await authorize(deps, params.id, body)
      const finished = requireFinished(row)
      res.attachment(finished.fileName)
      return readFile(files, finished.file, row.workspaceId)
    },

    downloadEvidenceByLink: async ({ body, params, res }) => {
      const { row } = await authorize(deps, params.id, body)
      const evidence = requireEvidence(row)
      res.attachment(evidence.fileName)
      return readFile(files, evidence.file, row.workspaceId)
    },

    downloadSigningRecordByLink: async ({ body, params, res }) => {
      const { row } = await authorize(deps, params.id, body)
      // After a request that ended otherwise, the record would show the addresses of all to each of them.
      requireFinished(row)
      const bytes = await deps.makeSigningRecord(row)
      res.attachment(signingRecordName(row.document.fileName))
      return bytes
    },

    downloadAttachmentByLink: async ({ body, params, res }) => {
      const { row } = await authorize(deps, params.id, body)
      return sendAttachment(files, res, row, requireAttachment(row, params.field))
    },
  }
}
