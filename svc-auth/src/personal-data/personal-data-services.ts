/**
 * The other services that store data about people (PERSONAL_DATA_SERVICES): notified of deleted accounts and
 * changed workspaces, and queried for exports.
 */
import {
  accountEnded,
  type InternalCall,
  personalData,
  workspaceChanged,
} from '@inkproof/protocol/internal'
import type { ServiceClient } from '@inkproof/service-kit/service-client'
import type { z } from 'zod'
import { collectPages, type Page } from './collect-pages.ts'

type Workspace = z.core.input<typeof workspaceChanged.body>

export type PersonalDataServices = {
  /** Notifies every service. Returns true once all have deleted or unlinked their data about the user. Idempotent. */
  endAccount(accountId: string): Promise<boolean>
  /** Notifies every service. Returns true once all have the workspace's current state. Idempotent. */
  announceWorkspace(workspace: Workspace): Promise<boolean>
  /**
   * Returns each service's data about a user, by service name.
   *
   * @throws AppError UNAVAILABLE if a service is unreachable or its pages do not end, so that an export is never
   * incomplete.
   */
  collect(accountId: string): Promise<Record<string, Page['records']>>
}

/** Less than the 30 s after which the gateway gives up (gateway/templates/nginx.conf.template). */
const MAX_EXPORT_MS = 20_000

export type PersonalDataDeps = {
  client: ServiceClient
  /** Names of the services. */
  services: readonly string[]
  /** Receives the outcome of each notification. */
  onResult: (service: string, error: unknown) => void
}

type Notification = InternalCall<z.core.$ZodType, typeof accountEnded.response>

export function createPersonalDataServices(deps: PersonalDataDeps): PersonalDataServices {
  const { client, services } = deps

  async function notify(service: string, call: Notification, body: object): Promise<boolean> {
    try {
      const { done } = await client.call(service, call, body)
      deps.onResult(service, undefined)
      return done
    } catch (error) {
      deps.onResult(service, error)
      return false
    }
  }

  /** Notifies all services concurrently, so that a slow one does not delay the others. */
  async function notifyAll(call: Notification, body: object): Promise<boolean> {
    const done = await Promise.all(services.map((service) => notify(service, call, body)))
    return done.every(Boolean)
  }

  return {
    endAccount: (accountId) => notifyAll(accountEnded, { accountId }),
    announceWorkspace: (workspace) => notifyAll(workspaceChanged, workspace),
    collect: async (accountId) => {
      const deadline = AbortSignal.timeout(MAX_EXPORT_MS)
      const recordsByService = services.map(async (service) => {
        const fetchPage = (after: string | null) =>
          client.call(service, personalData, { accountId, after })
        return [service, await collectPages(fetchPage, deadline)] as const
      })
      return Object.fromEntries(await Promise.all(recordsByService))
    },
  }
}
