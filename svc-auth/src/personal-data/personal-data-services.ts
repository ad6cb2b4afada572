/**
 * The other services that keep data about people (PERSONAL_DATA_SERVICES): told of accounts that end and
 * workspaces that change, and asked for what a person may export.
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
  /** True once every service has deleted or unlinked what it keeps about the person. May be repeated. */
  endAccount(accountId: string): Promise<boolean>
  /** True once every service knows the workspace as it is now. May be repeated. */
  announceWorkspace(workspace: Workspace): Promise<boolean>
  /**
   * What each service keeps about a person, by the service's name.
   *
   * @throws AppError UNAVAILABLE when one of them does not answer: an export is complete or none.
   */
  collect(accountId: string): Promise<Record<string, Records>>
}

export type PersonalDataDeps = {
  client: ServiceClient
  /** Names of the services. */
  services: readonly string[]
  /** Hears what came of each notice. */
  onResult: (service: string, error: unknown) => void
}

type Notice = InternalCall<z.core.$ZodType, typeof accountEnded.answer>

export function personalDataServices(deps: PersonalDataDeps): PersonalDataServices {
  const { client, services } = deps

  async function isDone(service: string, call: Notice, body: object): Promise<boolean> {
    try {
      const { done } = await client.call(service, call, body)
      deps.onResult(service, undefined)
      return done
    } catch (error) {
      deps.onResult(service, error)
      return false
    }
  }

  /** All at once, so that one that is slow holds up none of the others. */
  async function areAllDone(call: Notice, body: object): Promise<boolean> {
    const done = await Promise.all(services.map((service) => isDone(service, call, body)))
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
