/** Another service that stores personal data. It records the notifications it receives, and can be stopped. */

import { accountEnded, personalData, workspaceChanged } from '@inkproof/protocol/internal'
import { handleInternalCall, internalRoutes } from '@inkproof/service-kit/internal-routes'
import { createLog } from '@inkproof/service-kit/log'
import { type RunningService, startService } from '@inkproof/service-kit/service'
import { readServiceKeys } from '@inkproof/service-kit/service-keys'
import { freePort } from '@inkproof/service-kit/testing/fixture'
import type { z } from 'zod'
import { SERVICES } from './start.ts'

type Workspace = z.core.output<typeof workspaceChanged.body>

export type OtherService = {
  /** The value of PERSONAL_DATA_SERVICES that lists only this service. */
  setting: string
  /** Ids of the accounts that it was told have been deleted. */
  ended: string[]
  /** The workspace notifications that it received. */
  workspaces: Workspace[]
  /** Whether it reports that it has deleted its data about an account. */
  isDone: boolean
  /** Notifications are recorded immediately; the responses wait for this promise. */
  respondsAfter: Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** Creates the service, unreachable until it is started. It has three notes about each account, two per page. */
export async function createOtherService(): Promise<OtherService> {
  const port = await freePort()
  let running: RunningService | undefined
  const other: OtherService = {
    setting: `svc-notes=http://127.0.0.1:${port}`,
    ended: [],
    workspaces: [],
    isDone: true,
    respondsAfter: Promise.resolve(),
    start: async () => {
      running = await startService({
        name: 'svc-notes',
        config: { PORT: port, HOST: '127.0.0.1', TRUSTED_HOPS: 1 },
        log: createLog('svc-notes', 'silent'),
        dependencies: [],
        mounts: [
          internalRoutes('svc-notes', readServiceKeys(SERVICES.publicJwks), createHandlers(other)),
        ],
      })
      await running.ready
    },
    stop: async () => {
      await running?.stop()
      running = undefined
    },
  }
  return other
}

function createHandlers(other: OtherService) {
  return [
    handleInternalCall(accountEnded, async ({ accountId }) => {
      other.ended.push(accountId)
      await other.respondsAfter
      return { done: other.isDone }
    }),
    handleInternalCall(workspaceChanged, async (workspace) => {
      other.workspaces.push(workspace)
      await other.respondsAfter
      return { done: true }
    }),
    handleInternalCall(personalData, async ({ accountId, after }) =>
      after === null
        ? { records: [createNote(accountId, 1), createNote(accountId, 2)], next: '2' }
        : { records: [createNote(accountId, 3)], next: null },
    ),
  ]
}

function createNote(accountId: string, number: number) {
  return { kind: 'note', text: `${number} of ${accountId}` }
}
