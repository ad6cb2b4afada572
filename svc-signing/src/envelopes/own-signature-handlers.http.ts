/** What the sender does as a signer of their own request. */
import { type envelopeCalls, uploadAttachment } from '@inkproof/protocol/calls/envelopes'
import type { Handlers } from '@inkproof/service-kit/calls/implement'
import { readUpload } from '@inkproof/service-kit/calls/upload'
import { sessionActor } from './actor.ts'
import type { EnvelopeStore } from './envelope-store.ts'
import { type PresentEnvelope, toAttachment } from './present.ts'
import type { Requests } from './requests.ts'

export type OwnSignatureHandlersDeps = {
  envelopes: Pick<EnvelopeStore, 'findInWorkspace'>
  requests: Pick<Requests, 'bindKey' | 'signRequest' | 'uploadAttachment'>
  present: PresentEnvelope
}

type OwnSignatureHandlers = Pick<
  Handlers<typeof envelopeCalls>,
  'bindSigningKey' | 'signEnvelope' | 'uploadAttachment'
>

export function ownSignatureHandlers({
  envelopes,
  present,
  requests,
}: OwnSignatureHandlersDeps): OwnSignatureHandlers {
  return {
    bindSigningKey: async ({ body, params, session }) => {
      const actor = sessionActor(envelopes, session, params)
      return present(await requests.bindKey(actor, body), session)
    },

    uploadAttachment: async ({ query, req, session }) => {
      const actor = sessionActor(envelopes, session, query)
      const receive = () => readUpload(req, uploadAttachment.upload)
      return toAttachment(await requests.uploadAttachment(actor, query, receive))
    },

    signEnvelope: async ({ body, params, session }) => {
      const actor = sessionActor(envelopes, session, params)
      return present(await requests.signRequest(actor, body), session)
    },
  }
}
