/** Turns docker-compose.yml into tasks: parts for third-party images, builds and commands for our services. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ComposeService, readCompose } from '../compose/read-compose.ts'
import { gateway, requireNginx } from '../parts/nginx.ts'
import type { PartContext, Prepared } from '../parts/part.ts'
import type { Commands } from '../process/commands.ts'
import type { DataFolders } from './data-folder.ts'
import type { Keys } from './keys.ts'
import { awaitParts, type Parts, prepareParts, startRelease } from './prepare-parts.ts'
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
  instances: Readonly<Record<string, number>>
  context: PartContext
  commands: Commands
}

export type Plan = {
  tasks: Task[]
  urls: Record<string, string>
  /** Important warnings about parts. */
  notices: string[]
  /** The URL of the embedded chain; not set if CHAIN_URL names another chain. */
  embeddedChain?: string
}

export async function planSystem(input: PlanInput): Promise<Plan> {
  const text = readFileSync(join(input.root, 'docker-compose.yml'), 'utf8')
  // Builds need no addresses, so they start before any is known.
  const outline = [...readCompose(text, input.keys).values()]
  const { root, commands, context } = input
  const building = { root, commands, print: context.print }
  const builds = buildAll(foldersToBuild(outline), building)
  const preparing = prepareParts(context)
  const names = outline.filter(isPublisher).map(({ name }) => name)
  const released = startRelease(preparing, { names, out: input.folders.www }, building)
  const [parts] = await Promise.all([awaitParts(preparing), requireNginx(context)])
  const servicePorts = await assignPorts(outline, input)
  const variables = variablesFor({ ...input, parts, servicePorts, env: context.env })
  const services = [...readCompose(text, variables).values()]
  const tasks = await createTasks(services, { input, parts, builds, released, servicePorts })
  return {
    tasks,
    urls: collectUrls(parts, servicePorts),
    notices: Object.values(parts).flatMap(({ notice }) => notice ?? []),
    ...(parts.chain.launch && { embeddedChain: parts.chain.addresses.url }),
  }
}

type PlanContext = {
  input: PlanInput
  parts: Parts
  builds: ReadonlyMap<string, Promise<boolean>>
  released: Promise<unknown>
  servicePorts: ReadonlyMap<string, readonly number[]>
}

async function createTasks(
  services: readonly ComposeService[],
  context: PlanContext,
): Promise<Task[]> {
  const tasks = (
    await Promise.all(services.map((service) => tasksForService(service, services, context)))
  ).flat()
  repeatAfterCrash(tasks, services, context.parts)
  return tasks
}

async function tasksForService(
  service: ComposeService,
  services: readonly ComposeService[],
  { input, parts, builds, released, servicePorts }: PlanContext,
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
  if (isOneShot(service, services)) return [oneShotTask({ ...plan, commands })]
  const ports = servicePorts.get(name) ?? []
  return ports.map((port, index) =>
    serviceTask({ ...plan, name: index === 0 ? name : `${name}-${index + 1}`, port, folders }),
  )
}

/** Repeats one-shot tasks after a part crashed, because it may have lost their effect. */
function repeatAfterCrash(
  tasks: readonly Task[],
  services: readonly ComposeService[],
  parts: Parts,
): void {
  for (const [name, { launch }] of Object.entries(parts)) {
    const oneShots = services
      .filter((service) => isOneShot(service, services) && !isPublisher(service))
      .flatMap((service) => tasks.find((task) => task.name === service.name) ?? [])
      .filter((task) => task.dependsOn.includes(name))
    if (launch && oneShots.length > 0) {
      // A task fails if the part crashes again; the restart after that crash repeats the task.
      launch.afterCrash = () => oneShots.forEach((task) => void task.start(ignore).catch(ignore))
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

/** Returns whether other services wait for this one to exit successfully. */
function isOneShot({ name }: ComposeService, services: readonly ComposeService[]): boolean {
  const dependencies = services.flatMap(({ dependsOn }) => dependsOn)
  return dependencies.some(
    (dependency) =>
      dependency.name === name && dependency.condition === 'service_completed_successfully',
  )
}

async function assignPorts(
  services: readonly ComposeService[],
  { instances, context }: PlanInput,
): Promise<Map<string, number[]>> {
  const ports = new Map<string, number[]>()
  for (const service of services) {
    const { name, image } = service
    if (image !== undefined || name === 'gateway' || isPublisher(service)) continue
    if (isOneShot(service, services)) continue
    const names = Array.from({ length: instances[name] ?? 1 }, (_, index) => `${name}-${index + 1}`)
    ports.set(name, await Promise.all(names.map(context.port)))
  }
  return ports
}

function collectUrls(
  parts: Parts,
  servicePorts: ReadonlyMap<string, readonly number[]>,
): Record<string, string> {
  const ours = [...servicePorts].flatMap(([name, ports]) =>
    ports.map((port, index) => [
      index === 0 ? name : `${name}-${index + 1}`,
      `http://127.0.0.1:${port}`,
    ]),
  )
  const others = Object.entries(parts).map(([name, { addresses }]) => [name, addresses.url])
  return {
    ...Object.fromEntries([...others, ...ours]),
    // `mailbox` contains the key, for API calls. `mailbox-link` is for a person. `mailbox-page` has no key: the application links to it.
    mailbox: parts.mail.addresses['mailbox'] ?? '',
    'mailbox-link': parts.mail.addresses['link'] ?? '',
    'mailbox-page': parts.mail.addresses['page'] ?? '',
  }
}
