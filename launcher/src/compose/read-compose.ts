/**
 * Reads from docker-compose.yml, the list of all processes, what the launcher needs. Unsupported values of `build`,
 * `command` and `depends_on` are errors; keys that only Docker needs, such as `volumes`, are ignored.
 */
import { parse } from 'yaml'
import { interpolate, type Variables } from './interpolate.ts'

export type Condition = 'service_started' | 'service_healthy' | 'service_completed_successfully'

export type ComposeService = {
  name: string
  /** Set if the service uses a third-party image. */
  image?: string
  /** The source folder; set if the service is built from this repository. */
  folder?: string
  /** Empty for a third-party image and for a service that uses the command of its own image. */
  command: string[]
  environment: Record<string, string>
  dependsOn: { name: string; condition: Condition }[]
}

const CONDITIONS: readonly string[] = [
  'service_started',
  'service_healthy',
  'service_completed_successfully',
]

/** Returns the services by name, with variables filled in. @throws Error naming the service and key */
export function readCompose(text: string, variables: Variables): Map<string, ComposeService> {
  // The limit on aliases guards against malicious files; each service here merges several.
  const file = parse(text, { merge: true, maxAliasCount: -1 })
  const entries = Object.entries<Record<string, unknown>>(file?.services ?? {})
  if (entries.length === 0) throw new Error('docker-compose.yml lists no services')
  const services = new Map(
    entries.map(([name, service]) => [name, readService(name, service, variables)]),
  )
  for (const service of services.values()) checkDependencies(service, services)
  return services
}

function readService(
  name: string,
  service: Record<string, unknown>,
  variables: Variables,
): ComposeService {
  const fill = (text: unknown) => interpolate(String(text ?? ''), variables, name)
  const { image, build, command, environment, depends_on: dependsOn } = service
  if ((image === undefined) === (build === undefined)) {
    throw new Error(`docker-compose.yml: ${name} needs either an image or a build`)
  }
  return {
    name,
    ...(image !== undefined && { image: fill(image) }),
    ...(build !== undefined && { folder: readFolder(name, build) }),
    command: image === undefined ? readList(name, command).map(fill) : [],
    environment: Object.fromEntries(
      Object.entries(asObject(environment)).flatMap(([key, value]) => {
        // A variable without a value is passed on if it is set.
        const filled = value === null ? variables[key] : fill(value)
        return filled === undefined ? [] : [[key, filled]]
      }),
    ),
    dependsOn: Object.entries(asObject(dependsOn)).map(([other, options]) => ({
      name: other,
      condition: readCondition(name, other, options),
    })),
  }
}

function readFolder(name: string, build: unknown): string {
  const { dockerfile, context, args } = asObject(build)
  const { PART: part } = asObject(args)
  const dockerfileFolder = /^([a-z-]+)\/Dockerfile$/.exec(String(dockerfile))?.[1]
  const folder = dockerfile === undefined ? part : dockerfileFolder
  if (typeof folder !== 'string' || context !== '.') {
    throw new Error(
      `docker-compose.yml: ${name} must be built from . with a PART, or by <folder>/Dockerfile`,
    )
  }
  return folder
}

function readCondition(name: string, other: string, options: unknown): Condition {
  const { condition } = asObject(options)
  if (!CONDITIONS.includes(String(condition))) {
    throw new Error(`docker-compose.yml: ${name} depends on ${other} with an unknown condition`)
  }
  return condition as Condition
}

function checkDependencies(
  service: ComposeService,
  services: Map<string, ComposeService>,
  ancestors: readonly string[] = [],
): void {
  if (ancestors.includes(service.name)) {
    throw new Error(`docker-compose.yml: ${[...ancestors, service.name].join(' waits for ')}`)
  }
  for (const { name } of service.dependsOn) {
    const other = services.get(name)
    if (!other)
      throw new Error(
        `docker-compose.yml: ${service.name} depends on ${name}, which does not exist`,
      )
    checkDependencies(other, services, [...ancestors, service.name])
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function readList(name: string, value: unknown): unknown[] {
  if (value === undefined) return []
  if (Array.isArray(value)) return value
  throw new Error(`docker-compose.yml: the command of ${name} must be a list`)
}
