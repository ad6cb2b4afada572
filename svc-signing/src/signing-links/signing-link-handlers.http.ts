/** The handlers of the calls that a mailed link authorizes. */
import {
  type signingLinkCalls,
  uploadAttachmentByLink,
} from '@inkproof/protocol/calls/signing-links'
import type { BindKeyRequest } from '@inkproof/protocol/envelopes'
import type { LinkedRequest, LinkProof, SigningCodeRequest } from '@inkproof/protocol/signing-links'
import { signingRecordName } from '@inkproof/protocol/signing-record'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Handlers } from '@inkproof/service-kit/calls/implement'
import { readUpload } from '@inkproof/service-kit/calls/upload'
import type { Actor } from '../envelopes/actor.ts'
import { requireAttachment } from '../envelopes/attachments.ts'
import type { EnvelopeRow } from '../envelopes/envelopes.model.ts'
import { toAttachment } from '../envelopes/present.ts'
import { toLinkedRequest } from '../envelopes/present-link.ts'
import { readFile, requireEvidence, requireFinished } from '../envelopes/read-file.ts'
import {
  hasEndedUnsigned,
  hasExpired,
  requireActive,
  requireRecipient,
  requireTurn,
} from '../envelopes/request-state.ts'
import { sendAttachment } from '../envelopes/send-attachment.http.ts'
import { readSigningKey } from '../envelopes/signing-key.ts'
import { authorize, type LinkCaller } from './authorize.ts'
import { checkCode, sendCode } from './codes.ts'
import type { SigningLinkDeps } from './dependencies.ts'
import { maskAddress } from './mask-address.ts'

export function signingLinkHandlers(deps: SigningLinkDeps): Handlers<typeof signingLinkCalls> {
  const { files, now, requests } = deps
  const toActor = (caller: LinkCaller): Actor => linkActor(deps, caller)
  const thumbprintOf = async (key: BindKeyRequest, { recipient, row }: LinkCaller) =>
    (await readSigningKey(deps, key, row.request, recipient)).thumbprint
  const present = async (row: EnvelopeRow, { recipient }: LinkCaller): Promise<LinkedRequest> => {
    const branding = await deps.brandings.of(row.workspaceId)
    // Nobody can act any more, even if the job has not ended the request yet.
    const shown: EnvelopeRow = hasExpired(row, now()) ? { ...row, state: 'expired' } : row
    return { ...toLinkedRequest(shown, recipient.id), ...(branding && { branding }) }
  }
  return {
    openSigningLink: async ({ body, params }) => {
      const caller = await authorize(deps, params.id, body)
      return present(await requests.markOpened(toActor(caller)), caller)
    },

    requestSigningCode: async ({ body, params }) => {
      const caller = await authorize(deps, params.id, body)
      requireTurn(caller.row, caller.recipient, now())
      const { expiresAt, nextAt } = await sendCode(deps, caller, await thumbprintOf(body, caller))
      return {
        to: maskAddress(caller.recipient.email),
        expiresAt: expiresAt.toISOString(),
        nextAt: nextAt.toISOString(),
      }
    },

    bindKeyByLink: async ({ body, params }) => {
      const { code, ...proved } = body
      const { key, proof } = splitProof(proved)
      const caller = await authorize(deps, params.id, proof)
      const { recipient, row } = caller
      requireTurn(row, recipient, now())
      const thumbprint = await thumbprintOf(body, caller)
      // A repetition after a lost response: the code was already used.
      const isKnown = [recipient.key, recipient.otherKey].some(
        (bound) => bound?.thumbprint === thumbprint,
      )
      if (isKnown) return present(row, caller)
      await checkCode(deps, caller, { code, thumbprint })
      return present(await requests.bindKey(toActor(caller), key), caller)
    },

    uploadAttachmentByLink: async ({ proof: { accessCode, secret, ...key }, query, req }) => {
      const caller = await authorize(deps, query.id, { accessCode, secret })
      requireTurn(caller.row, caller.recipient, now())
      // A link alone must not replace what somebody is about to sign.
      const thumbprint = await thumbprintOf(key, caller)
      if (caller.recipient.key?.thumbprint !== thumbprint) throw new AppError('SIGNING_KEY_NEEDED')
      const receive = () => readUpload(req, uploadAttachmentByLink.upload)
      return toAttachment(await requests.uploadAttachment(toActor(caller), query, receive))
    },

    signByLink: async ({ body: { appearances, signedStatement, ...proof }, params }) => {
      const caller = await authorize(deps, params.id, proof)
      const signed = { appearances, signedStatement }
      return present(await requests.signRequest(toActor(caller), signed), caller)
    },

    declineByLink: async ({ body: { appearances, signedStatement, ...proof }, params }) => {
      const caller = await authorize(deps, params.id, proof)
      const signed = { appearances, signedStatement }
      return present(await requests.declineRequest(toActor(caller), signed), caller)
    },

    handOverByLink: async ({ body, params }) => {
      const { code, email, name, ...proved } = body
      const { proof } = splitProof(proved)
      const caller = await authorize(deps, params.id, proof)
      requireTurn(caller.row, caller.recipient, now())
      const thumbprint = await thumbprintOf(body, caller)
      const { key } = caller.recipient
      // Otherwise, whoever reads the mailbox later could hand over to themselves instead of waiting for the sender.
      if (key && key.thumbprint !== thumbprint) throw new AppError('KEY_ALREADY_BOUND')
      await checkCode(deps, caller, { code, thumbprint })
      await requests.handOver(toActor(caller), { name, email })
      return { to: maskAddress(email) }
    },

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

/** Separates what shows that the caller holds the link from the key. */
function splitProof({ accessCode, secret, ...key }: SigningCodeRequest): {
  proof: LinkProof
  key: BindKeyRequest
} {
  return { proof: { accessCode, secret }, key }
}

/** The holder of a link, after `authorize` has checked the link. */
function linkActor(
  { envelopes }: Pick<SigningLinkDeps, 'envelopes'>,
  { recipient, row }: LinkCaller,
): Actor {
  return {
    recipient: recipient.id,
    method: 'mailbox',
    read: async () => {
      const current = await envelopes.find(row._id)
      if (!current || current.isDeleted) throw new AppError('SIGNING_LINK_NOT_FOUND')
      // Also if the sender corrected the address meanwhile: the holder sees nothing of what applies now.
      requireActive(requireRecipient(current, recipient.id))
      return current
    },
  }
}
