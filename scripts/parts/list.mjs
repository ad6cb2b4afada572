/**
 * parts.json: every slice and service of the system, one line each, in the order they are released.
 *
 *   slices    "mfe-<name>": {}
 *   services  "svc-<name>": { "serves": "/api/<path>/" }, the addresses that the gateway gives to it, and where needed
 *             "process", the entry of docker-compose.yml that answers them, if it is called otherwise than the folder;
 *             "rate", the zone and burst of nginx's limit_req;
 *             "imports", folders beside packages/ that its sources may import.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const ROOT = dirname(dirname(import.meta.dirname))

const RATE = 'api_rate burst=400'

export function readParts() {
  return partsOf(JSON.parse(readFileSync(join(ROOT, 'parts.json'), 'utf8')))
}

/** The parts with their defaults. `name` is what the gateway and the health check call a service. */
export function partsOf({ slices, services }) {
  return {
    slices: Object.keys(slices).map((folder) => ({ folder, name: nameOf(folder, 'mfe-') })),
    services: Object.entries(services).map(([folder, service]) => {
      const { serves, process = folder, rate = RATE } = service
      const name = nameOf(folder, 'svc-')
      if (!/^\/api\/[a-z0-9-]+\/$/.test(serves))
        throw new Error(`parts.json: ${folder} needs "serves": "/api/<path>/"`)
      return { folder, name, serves, process, rate, variable: variableOf(name) }
    }),
  }
}

function nameOf(folder, prefix) {
  const name = folder.startsWith(prefix) ? folder.slice(prefix.length) : ''
  if (/^[a-z]+(-[a-z]+)*$/.test(name)) return name
  throw new Error(`parts.json: "${folder}" is to be called ${prefix}<name>, in small letters`)
}

/** The name of the variable that contains the servers of a service, as in launcher/src/system/services.ts. */
function variableOf(name) {
  return `GATEWAY_${name.toUpperCase().replaceAll('-', '_')}`
}
