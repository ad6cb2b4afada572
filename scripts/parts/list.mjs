/**
 * parts.json: every slice and service of the system, one line each, in the order they are released.
 *
 *   slices    "mfe-<name>": {}
 *   services  "svc-<name>": { "serves": "/api/<path>/" }, the paths that the gateway routes to it, or a list of several;
 *             a longer path has precedence, also over one of another service. Optionally "process", the entry of docker-compose.yml that serves them, if its name is not that of the folder;
 *             "rate", the zone and burst of nginx's limit_req;
 *             "longCalls", true if all its calls may take longer than GATEWAY_CALL_TIMEOUT;
 *             "imports", folders besides packages/ that its sources may import.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const ROOT = dirname(dirname(import.meta.dirname))

const RATE = 'api_rate burst=400'

export function readParts() {
  return parseParts(JSON.parse(readFileSync(join(ROOT, 'parts.json'), 'utf8')))
}

/** The parts with their defaults. `name` is what the gateway and the health check call a service. */
export function parseParts({ slices, services }) {
  return {
    slices: Object.keys(slices).map((folder) => ({ folder, name: parseName(folder, 'mfe-') })),
    services: Object.entries(services).map(([folder, service]) => {
      const { process = folder, rate = RATE, longCalls = false } = service
      const name = parseName(folder, 'svc-')
      const serves = parsePaths(folder, service.serves)
      return { folder, name, serves, process, rate, longCalls, variable: upstreamVariable(name) }
    }),
  }
}

function parsePaths(folder, serves) {
  const paths = [serves].flat()
  if (paths.length === 0 || !paths.every((path) => /^\/api\/(?:[a-z0-9-]+\/)+$/.test(path)))
    throw new Error(`parts.json: ${folder} needs "serves": "/api/<path>/", or a list of such paths`)
  return paths
}

function parseName(folder, prefix) {
  const name = folder.startsWith(prefix) ? folder.slice(prefix.length) : ''
  if (/^[a-z]+(-[a-z]+)*$/.test(name)) return name
  throw new Error(`parts.json: "${folder}" must be named ${prefix}<name>, in lower case`)
}

/** The name of the variable that contains the servers of a service, as in launcher/src/system/services.ts. */
function upstreamVariable(name) {
  return `GATEWAY_${name.toUpperCase().replaceAll('-', '_')}`
}
