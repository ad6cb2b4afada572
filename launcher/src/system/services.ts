/** The services of parts.json: their names at the gateway, and the processes that serve them. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export type Service = {
  /** The folder, such as `svc-auth`; also the service's name in tokens between services. */
  folder: string
  /** The short name, such as `auth` for svc-auth; used by the gateway, in /api/health/ and as the database name. */
  name: string
  /** The service's entry in docker-compose.yml. */
  process: string
  /** The name in environment variables, such as `AUTH`. */
  variable: string
}

const PARTS_FILE = resolve(import.meta.dirname, '../../../parts.json')

type Listed = { services: Record<string, { process?: string }> }

export const SERVICES: readonly Service[] = Object.entries(
  (JSON.parse(readFileSync(PARTS_FILE, 'utf8')) as Listed).services,
).map(([folder, { process = folder }]) => {
  const name = folder.replace(/^svc-/, '')
  return { folder, name, process, variable: name.toUpperCase().replaceAll('-', '_') }
})

/** Returns GATEWAY_<NAME> for every service: the servers among which nginx balances the service's requests. */
export function upstreamVariables(
  serversFor: (service: Service) => string,
): Record<string, string> {
  return Object.fromEntries(
    SERVICES.map((service) => [`GATEWAY_${service.variable}`, serversFor(service)]),
  )
}
