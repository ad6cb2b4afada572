/** Calls by link that also need a key of the recipient: what they do, a link alone must not do. */
import {
  type signingLinkCalls,
  uploadAttachmentByLink,
} from '@inkproof/protocol/calls/signing-links'
import type { BindKeyRequest } from '@inkproof/protocol/sign-request'
import type { SigningCodeRequest } from '@inkproof/protocol/signing-links'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Handlers } from '@inkproof/service-kit/calls/implement'
import { readUpload } from '@inkproof/service-kit/calls/upload'
import { toAttachment } from '../envelopes/present.ts'
import { requireTurn } from '../envelopes/request-state.ts'
import { readSigningKey } from '../envelopes/signing-key.ts'
import { authorize, type LinkCaller } from './authorize.ts'
import { checkCode, sendCode } from './codes.ts'
import type { SigningLinkDeps } from './dependencies.ts'
import { linkActor, presentLinked } from './link-actor.ts'
import { maskAddress } from './mask-address.ts'

type KeyHandlers = Pick<
  Handlers<typeof signingLinkCalls>,
  'requestSigningCode' | 'bindKeyByLink' | 'uploadAttachmentByLink' | 'handOverByLink'
>

export function linkKeyHandlers(deps: SigningLinkDeps): KeyHandlers {
  const { requests } = deps
  return {
    requestSigningCode: async ({ body, params }) => {
      const { caller, thumbprint } = await authorizeWithKey(deps, params.id, body)
      const { expiresAt, nextAt } = await sendCode(deps, caller, thumbprint)
      const to = maskAddress(caller.recipient.email)
      return { to, expiresAt: expiresAt.toISOString(), nextAt: nextAt.toISOString() }
    },

    bindKeyByLink: async ({ body: { code, ...proved }, params }) => {
      const { caller, key, thumbprint } = await authorizeWithKey(deps, params.id, proved)
      // A repetition after a lost response: the code was already used.
      if (hasKey(caller, thumbprint)) return presentLinked(deps, caller.row, caller)
      await checkCode(deps, caller, { code, thumbprint })
      return presentLinked(deps, await requests.bindKey(linkActor(deps, caller), key), caller)
    },

    uploadAttachmentByLink: async ({ proof, query, req }) => {
      const { caller, thumbprint } = await authorizeWithKey(deps, query.id, proof)
      // A link alone must not replace what somebody is about to sign.
      if (caller.recipient.key?.thumbprint !== thumbprint) throw new AppError('SIGNING_KEY_NEEDED')
      const receive = () => readUpload(req, uploadAttachmentByLink.upload)
      return toAttachment(await requests.uploadAttachment(linkActor(deps, caller), query, receive))
    },

    handOverByLink: async ({ body: { code, email, name, ...proved }, params }) => {
      const { caller, thumbprint } = await authorizeWithKey(deps, params.id, proved)
      const { key } = caller.recipient
      // Otherwise, whoever reads the mailbox later could hand over to themselves instead of waiting for the sender.
      if (key && key.thumbprint !== thumbprint) throw new AppError('KEY_ALREADY_BOUND')
      await checkCode(deps, caller, { code, thumbprint })
      await requests.handOver(linkActor(deps, caller), { name, email })
      return { to: maskAddress(email) }
    },
  }
}

/** Checks the link, that it is the holder's turn, and the proof of the key, in this order. */
async function authorizeWithKey(
  deps: SigningLinkDeps,
  linkId: string,
  { accessCode, secret, ...key }: SigningCodeRequest,
): Promise<{ caller: LinkCaller; key: BindKeyRequest; thumbprint: string }> {
  const caller = await authorize(deps, linkId, { accessCode, secret })
  const { recipient, row } = caller
  requireTurn(row, recipient, deps.now())
  const { thumbprint } = await readSigningKey(deps, key, row.request, recipient)
  return { caller, key, thumbprint }
}

function hasKey({ recipient: { key, otherKey } }: LinkCaller, thumbprint: string): boolean {
  return [key, otherKey].some((bound) => bound?.thumbprint === thumbprint)
}
