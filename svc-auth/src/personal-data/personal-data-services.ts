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

type Workspace = z.core.input<typeof workspaceChanged.body>
type Records = z.core.output<typeof personalData.answer>['records']

export type PersonalDataServices = {
  /** Returns true once every service has deleted or unlinked its data about the person. Idempotent. */
  endAccount(accountId: string): Promise<boolean>
  /** Returns true once every service knows the workspace as it is now. Idempotent. */
  announceWorkspace(workspace: Workspace): Promise<boolean>
  /**
   * Each service's data about a person, by the service's name.
   *
   * @throws AppError UNAVAILABLE if one of them does not answer: an export is complete or fails.
   */
  collect(accountId: string): Promise<Record<string, Records>>
}

export type PersonalDataDeps = {
  client: ServiceClient
  /** Names of the services. */
  services: readonly string[]
  /** Receives the outcome of each notification. */
  onResult: (service: string, error: unknown) => void
}

type Notification = InternalCall<z.core.$ZodType, typeof accountEnded.answer>

export function personalDataServices(deps: PersonalDataDeps): PersonalDataServices {
  const { client, services } = deps

  async function hasSucceeded(service: string, call: Notification, body: object): Promise<boolean> {
    try {
      const { done } = await client.call(service, call, body)
      deps.onResult(service, undefined)
      return done
    } catch (error) {
      deps.onResult(service, error)
      return false
    }
  }

  /** Concurrently, so that a slow service does not delay the others. */
  async function areAllDone(call: Notification, body: object): Promise<boolean> {
    const done = await Promise.all(services.map((service) => hasSucceeded(service, call, body)))
    return done.every(Boolean)
  }

  return {
    endAccount: (accountId) => areAllDone(accountEnded, { accountId }),
    announceWorkspace: (workspace) => areAllDone(workspaceChanged, workspace),
    collect: async (accountId) => {
      const found = services.map(async (service) => {
        return [service, await allRecords(client, service, accountId)] as const
      })
      return Object.fromEntries(await Promise.all(found))
    },
  }
}

async function allRecords(
  client: ServiceClient,
  service: string,
  accountId: string,
): Promise<Records> {
  const all: Records = []
  for (let after: string | null = null; ; ) {
    const { records, next }: z.core.output<typeof personalData.answer> = await client.call(
      service,
      personalData,
      { accountId, after },
    )
    all.push(...records)
    if (next === null) return all
    after = next
  }
}
