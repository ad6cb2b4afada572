/** Another service with personal data: records its notifications, and can be stopped. */
import { accountEnded, personalData, workspaceChanged } from '@inkproof/protocol/internal'
import { answerInternal, internalRoutes } from '@inkproof/service-kit/internal-routes'
import { createLog } from '@inkproof/service-kit/log'
import { type RunningService, startService } from '@inkproof/service-kit/service'
import { readServiceKeys } from '@inkproof/service-kit/service-keys'
import { freePort } from '@inkproof/service-kit/testing/fixture'
import type { z } from 'zod'
import { SERVICES } from './start.ts'

type Workspace = z.core.output<typeof workspaceChanged.body>

export type OtherService = {
  /** PERSONAL_DATA_SERVICES with this service alone. */
  setting: string
  ended: string[]
  workspaces: Workspace[]
  /** Whether it reports that it is done with an account. */
  isDone: boolean
  start(): Promise<void>
  stop(): Promise<void>
}

/** Unreachable until it is started. Its data about everybody are three notes, two per page. */
export async function otherService(): Promise<OtherService> {
  const port = await freePort()
  let running: RunningService | undefined
  const other: OtherService = {
    setting: `svc-notes=http://127.0.0.1:${port}`,
    ended: [],
    workspaces: [],
    isDone: true,
    start: async () => {
      running = await startService({
        name: 'svc-notes',
        config: { PORT: port, HOST: '127.0.0.1', TRUSTED_HOPS: 1 },
        log: createLog('svc-notes', 'silent'),
        dependencies: [],
        mounts: [
          internalRoutes('svc-notes', readServiceKeys(SERVICES.publicJwks), handlersOf(other)),
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

function handlersOf(other: OtherService) {
  return [
    answerInternal(accountEnded, async ({ accountId }) => {
      other.ended.push(accountId)
      return { done: other.isDone }
    }),
    answerInternal(workspaceChanged, async (workspace) => {
      other.workspaces.push(workspace)
      return { done: true }
    }),
    answerInternal(personalData, async ({ accountId, after }) =>
      after === null
        ? { records: [noteOf(accountId, 1), noteOf(accountId, 2)], next: '2' }
        : { records: [noteOf(accountId, 3)], next: null },
    ),
  ]
}

function noteOf(accountId: string, number: number) {
  return { kind: 'note', text: `${number} of ${accountId}` }
}
