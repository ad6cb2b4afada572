/** The handlers of the calls that a mailed link authorizes. */
import type { signingLinkCalls } from '@inkproof/protocol/calls/signing-links'
import type { Handlers } from '@inkproof/service-kit/calls/implement'
import { authorize } from './authorize.ts'
import type { SigningLinkDeps } from './dependencies.ts'
import { linkDownloadHandlers } from './download-handlers.http.ts'
import { linkKeyHandlers } from './key-handlers.http.ts'
import { linkActor, presentLinked } from './link-actor.ts'

export function signingLinkHandlers(deps: SigningLinkDeps): Handlers<typeof signingLinkCalls> {
  const { requests } = deps
  return {
    openSigningLink: async ({ body, params }) => {
      const caller = await authorize(deps, params.id, body)
      return presentLinked(deps, await requests.markOpened(linkActor(deps, caller)), caller)
    },

    signByLink: async ({ body: { appearances, signedStatement, ...proof }, params }) => {
      const caller = await authorize(deps, params.id, proof)
      const signed = { appearances, signedStatement }
      const row = await requests.signRequest(linkActor(deps, caller), signed)
      return presentLinked(deps, row, caller)
    },

    declineByLink: async ({ body: { appearances, signedStatement, ...proof }, params }) => {
      const caller = await authorize(deps, params.id, proof)
      const signed = { appearances, signedStatement }
      const row = await requests.declineRequest(linkActor(deps, caller), signed)
      return presentLinked(deps, row, caller)
    },

    ...linkKeyHandlers(deps),
    ...linkDownloadHandlers(deps),
  }
}
