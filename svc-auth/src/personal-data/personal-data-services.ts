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
import { AppError } from '@inkproof/service-kit/app-error'
import type { Log } from '@inkproof/service-kit/log'
import type { ServiceClient } from '@inkproof/service-kit/service-client'
import type { z } from 'zod'
import { collectFromServices, type Page } from './collect-pages.ts'

type Workspace = z.core.input<typeof workspaceChanged.body>

export type PersonalDataServices = {
  /**
   * Notifies every service. Returns true if all have deleted or unlinked their data about the user, false if the call
   * must be repeated. Idempotent.
   */
  endAccount(accountId: string): Promise<boolean>
  /**
   * Notifies every service. Returns true if all have stored the workspace's state, false if the call must be repeated.
   * Idempotent.
   */
  announceWorkspace(workspace: Workspace): Promise<boolean>
  /**
   * Returns each service's data about a user, by service name.
   *
   * @throws AppError UNAVAILABLE if a service is unreachable, EXPORT_TOO_LARGE if there is too much data, so that an
   * export is never incomplete.
   */
  collect(accountId: string): Promise<Record<string, Page['records']>>
}

/** Less than the 30 s after which the gateway gives up (gateway/templates/nginx.conf.template). */
const MAX_EXPORT_MS = 20_000

export type PersonalDataDeps = {
  client: ServiceClient
  /** Names of the services. */
  services: readonly string[]
  /** Called after each notification. `error` is undefined if the service responded. */
  onResult: (service: string, error: unknown) => void
  log: Pick<Log, 'warn'>
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
      const fetchPage = (service: string, after: string | null) =>
        client.call(service, personalData, { accountId, after })
      try {
        return await collectFromServices(services, fetchPage, MAX_EXPORT_MS)
      } catch (error) {
        // The error tells the user to ask the operator, who finds the reason in the log.
        if (error instanceof AppError && error.code === 'EXPORT_TOO_LARGE')
          deps.log.warn({ accountId, err: error.cause }, 'a data export is too large')
        throw error
      }
    },
  }
}
