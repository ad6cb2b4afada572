/** Converts docker-compose.yml to tasks: parts for third-party images, builds and commands for our services. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ComposeService, readCompose } from '../compose/read-compose.ts'
import { gateway, requireNginx } from '../parts/nginx.ts'
import type { PartContext, Prepared } from '../parts/part.ts'
import type { Commands } from '../process/commands.ts'
import type { DataFolders } from './data-folder.ts'
import type { Keys } from './keys.ts'
import { type Parts, partsOf, prepareParts, releaseWith } from './prepare-parts.ts'
import {
  buildAll,
  isPublisher,
  oneShotTask,
  partTask,
  serviceTask,
  sliceTask,
  type Task,
} from './tasks.ts'
import { variablesFor } from './variables.ts'

export type PlanInput = {
  root: string
  folders: DataFolders
  keys: Keys
  origin: string
  gatewayPort: number
  /** Number of instances by service; one by default. */
  copies: Readonly<Record<string, number>>
  context: PartContext
  commands: Commands
}

export type Plan = {
  tasks: Task[]
  urls: Record<string, string>
  /** Important warnings about parts. */
  notices: string[]
  /** Set if the chain is the embedded one. */
  embeddedChain?: string
}

export async function planSystem(input: PlanInput): Promise<Plan> {
  const text = readFileSync(join(input.root, 'docker-compose.yml'), 'utf8')
  // Builds depend on no address, so they start before any is known.
  const outline = [...readCompose(text, input.keys).values()]
  const { root, commands, context } = input
  const building = { root, commands, say: context.say }
  const builds = buildAll(foldersToBuild(outline), building)
  const preparing = prepareParts(context)
  const names = outline.filter(isPublisher).map(({ name }) => name)
  const released = releaseWith(preparing, { names, out: input.folders.www }, building)
  const [parts] = await Promise.all([partsOf(preparing), requireNginx(context)])
  const servicePorts = await portsOf(outline, input)
  const variables = variablesFor({ ...input, parts, servicePorts, env: context.env })
  const services = [...readCompose(text, variables).values()]
  const tasks = await tasksFor(services, { input, parts, builds, released, servicePorts })
  return {
    tasks,
    urls: urlsOf(parts, servicePorts),
    notices: Object.values(parts).flatMap(({ notice }) => notice ?? []),
    ...(parts.chain.launch && { embeddedChain: parts.chain.addresses.url }),
  }
}

type Ready = {
  input: PlanInput
  parts: Parts
  builds: ReadonlyMap<string, Promise<boolean>>
  released: Promise<unknown>
  servicePorts: ReadonlyMap<string, readonly number[]>
}

async function tasksFor(services: readonly ComposeService[], ready: Ready): Promise<Task[]> {
  const tasks = (await Promise.all(services.map((one) => tasksOf(one, services, ready)))).flat()
  repeatAfterCrash(tasks, services, ready.parts)
  return tasks
}

async function tasksOf(
  service: ComposeService,
  services: readonly ComposeService[],
  { input, parts, builds, released, servicePorts }: Ready,
): Promise<Task[]> {
  const { root, folders, context, commands } = input
  const { name, folder = '' } = service
  if (service.image !== undefined) {
    return [partTask(service, partFor(name, parts), folders)]
  }
  if (name === 'gateway') {
    const templates = join(root, 'gateway/templates')
    const part = gateway({ templates, origin: input.origin, values: service.environment })
    return [partTask(service, await part.prepare(context), folders)]
  }
  if (isPublisher(service)) return [sliceTask(service, released)]
  const built = builds.get(folder) ?? Promise.resolve(false)
  const plan = { service, name, root, built }
  if (endsByItself(service, services)) return [oneShotTask({ ...plan, commands })]
  const ports = servicePorts.get(name) ?? []
  return ports.map((port, copy) =>
    serviceTask({ ...plan, name: copy === 0 ? name : `${name}-${copy + 1}`, port, folders }),
  )
}

/** A part that was killed may have lost its last seconds, including the effect of a one-shot task. */
function repeatAfterCrash(
  tasks: readonly Task[],
  services: readonly ComposeService[],
  parts: Parts,
): void {
  for (const [name, { launch }] of Object.entries(parts)) {
    const again = services
      .filter((service) => endsByItself(service, services) && !isPublisher(service))
      .flatMap((service) => tasks.find((task) => task.name === service.name) ?? [])
      .filter((task) => task.dependsOn.includes(name))
    if (launch && again.length > 0) {
      // It fails if the part dies again; then the next restart runs it.
      launch.afterCrash = () => again.forEach((task) => void task.start(ignore).catch(ignore))
    }
  }
}

function ignore(): void {}

function partFor(name: string, parts: Parts): Prepared {
  const part = parts[name as keyof Parts]
  if (!part)
    throw new Error(`docker-compose.yml: there is no embedded part for the image of ${name}`)
  return part
}

function foldersToBuild(services: readonly ComposeService[]): string[] {
  const ours = services.filter((service) => service.name !== 'gateway' && !isPublisher(service))
  return [...new Set(ours.flatMap(({ folder }) => folder ?? []))]
}

/** Others wait for it to exit instead of to answer. */
function endsByItself({ name }: ComposeService, services: readonly ComposeService[]): boolean {
  const waits = services.flatMap(({ dependsOn }) => dependsOn)
  return waits.some(
    (wait) => wait.name === name && wait.condition === 'service_completed_successfully',
  )
}

async function portsOf(
  services: readonly ComposeService[],
  { copies, context }: PlanInput,
): Promise<Map<string, number[]>> {
  const ports = new Map<string, number[]>()
  for (const service of services) {
    const { name, image } = service
    if (image !== undefined || name === 'gateway' || isPublisher(service)) continue
    if (endsByItself(service, services)) continue
    const names = Array.from({ length: copies[name] ?? 1 }, (_, copy) => `${name}-${copy + 1}`)
    ports.set(name, await Promise.all(names.map(context.port)))
  }
  return ports
}

function urlsOf(
  parts: Parts,
  servicePorts: ReadonlyMap<string, readonly number[]>,
): Record<string, string> {
  const ours = [...servicePorts].flatMap(([name, ports]) =>
    ports.map((port, copy) => [
      copy === 0 ? name : `${name}-${copy + 1}`,
      `http://127.0.0.1:${port}`,
    ]),
  )
  const others = Object.entries(parts).map(([name, { addresses }]) => [name, addresses.url])
  return {
    ...Object.fromEntries([...others, ...ours]),
    'mail-page': parts.mail.addresses['page'] ?? '',
  }
}
