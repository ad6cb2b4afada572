/** One task per process: its dependencies, and how to start it. */
import { join } from 'node:path'
import { type BuildContext, buildService } from '../build/build.ts'
import type { ComposeService } from '../compose/read-compose.ts'
import { type Prepared, plainEnv } from '../parts/part.ts'
import { startPart } from '../parts/start-part.ts'
import type { Commands } from '../process/commands.ts'
import { type Folders, type Launch, type Supervised, supervise } from '../process/supervise.ts'
import { isHttpOk } from '../process/wait.ts'
import { waitUntilReady } from '../process/wait-until-ready.ts'

export type Task = {
  name: string
  /** Where the program comes from, as printed at startup. */
  from: string
  dependsOn: string[]
  /**
   * Resolves when the process responds, or when a one-shot command or a release has finished successfully. Starts no
   * process after the signal is aborted.
   */
  start(onStarted: (process: Supervised) => void, signal?: AbortSignal): Promise<void>
  isReady(): Promise<boolean>
}

const ONE_SHOT_TIMEOUT_MS = 120_000

export function partTask(service: ComposeService, prepared: Prepared, folders: Folders): Task {
  return {
    name: service.name,
    from: prepared.from,
    dependsOn: dependencyNames(service),
    start: (onStarted) => startPart(service.name, prepared, folders, onStarted),
    isReady: prepared.isReady,
  }
}

export type ServicePlan = {
  service: ComposeService
  /** The name of this instance. */
  name: string
  port: number
  root: string
  folders: Folders
  built: Promise<boolean>
}

/** The task of a service of this repository, with the same command and variables as in the service's image. */
export function serviceTask(plan: ServicePlan): Task {
  const isReady = () => isHttpOk(`http://127.0.0.1:${plan.port}/readyz`)
  return {
    name: plan.name,
    from: `${plan.service.folder}/`,
    dependsOn: dependencyNames(plan.service),
    isReady,
    start: async (onStarted, signal) => {
      await plan.built
      signal?.throwIfAborted()
      const liveness = { url: `http://127.0.0.1:${plan.port}/healthz` }
      const process = supervise({ ...launchFor(plan), liveness }, plan.folders)
      onStarted(process)
      await waitUntilReady(plan.name, isReady, process)
    },
  }
}

/** The task of a command that must exit successfully before its dependents start. */
export function oneShotTask(
  plan: Omit<ServicePlan, 'port' | 'folders'> & { commands: Commands },
): Task {
  return {
    name: plan.name,
    from: `${plan.service.folder}/`,
    dependsOn: dependencyNames(plan.service),
    isReady: async () => true,
    start: async () => {
      await plan.built
      const { command, args, cwd, env } = launchFor(plan)
      await plan.commands.run(command, args, { cwd, env, timeoutMs: ONE_SHOT_TIMEOUT_MS })
    },
  }
}

/** The task of the shell or a slice: waits for the release of all of them. */
export function sliceTask(service: ComposeService, released: Promise<unknown>): Task {
  return {
    name: service.name,
    from: `${service.folder}/`,
    dependsOn: [],
    isReady: async () => true,
    start: async () => {
      await released
    },
  }
}

/** Returns whether the service is the shell or a slice: they publish their files and exit. */
export function isPublisher({ folder = '' }: ComposeService): boolean {
  return folder === 'shell' || folder.startsWith('mfe-')
}

/** Builds services sequentially, so that the concurrent release of slices has a processor too. */
export function buildAll(
  folders: readonly string[],
  context: BuildContext,
): Map<string, Promise<boolean>> {
  const builds = new Map<string, Promise<boolean>>()
  let previous: Promise<unknown> = Promise.resolve()
  for (const folder of folders) {
    const build = previous.then(() => buildService(folder, context))
    // The task that awaits the build receives the error; the next build runs regardless.
    previous = build.catch(() => undefined)
    builds.set(folder, build)
  }
  return builds
}

function launchFor(plan: Omit<ServicePlan, 'port' | 'folders'> & { port?: number }): Launch {
  const { service, root, port } = plan
  const [command = 'node', ...args] = service.command
  return {
    name: plan.name,
    command: command === 'node' ? process.execPath : command,
    args,
    cwd: join(root, service.folder ?? '.'),
    env: {
      ...plainEnv(process.env),
      ...service.environment,
      ...(port !== undefined && { PORT: String(port) }),
    },
  }
}

function dependencyNames({ dependsOn }: ComposeService): string[] {
  return dependsOn.map(({ name }) => name)
}
