/** What the sender changes for a single recipient of a started request. */
import type { envelopeCalls } from '@inkproof/protocol/calls/envelopes'
import type { Handlers } from '@inkproof/service-kit/calls/implement'
import { type CorrectDeps, correctRecipient } from './correct-recipient.ts'
import type { EnvelopeStore } from './envelope-store.ts'
import { extendRecipient } from './extend-recipient.ts'
import type { PresentEnvelope } from './present.ts'
import { type RememberDeps, rememberCorrection } from './remember-recipients.ts'
import type { Requests } from './requests.ts'

export type RecipientHandlersDeps = CorrectDeps &
  RememberDeps & {
    envelopes: Pick<EnvelopeStore, 'findInWorkspace'>
    requests: Pick<Requests, 'releaseKey'>
    present: PresentEnvelope
    /** Makes the job look for work at once. */
    wakeJob(): void
  }

type RecipientHandlers = Pick<
  Handlers<typeof envelopeCalls>,
  'correctRecipient' | 'extendRecipient' | 'releaseKey'
>

export function recipientHandlers(deps: RecipientHandlersDeps): RecipientHandlers {
  const { envelopes, present, requests, wakeJob } = deps
  return {
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

    releaseKey: async ({ body, params, session }) => {
      const read = () => envelopes.findInWorkspace(session.workspaceId, params.id)
      return present(await requests.releaseKey(read, params.recipient, body.thumbprint), session)
    },
  }
}
