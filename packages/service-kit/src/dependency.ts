/** Something a service needs before it can answer: a database, a folder, a node. */
export type Dependency = {
  /** Shown in /readyz. */
  name: string
  /** Connects and makes ready; tried again until it resolves. Must be safe to call again. */
  prepare(): Promise<void>
  /** Rejects with the reason when the part does not answer now. */
  check(): Promise<void>
  /** Whether the service does its work without it: /readyz names it while it is away and stays ready. */
  isOptional?: boolean
  /** Lets go of it at the end. */
  close(): Promise<void>
}

/**
 * A dependency without which a service can do part of its work: it is not waited for at start. It has to
 * go on trying by itself, and /readyz names it as long as it is away.
 */
export function notWaitedFor(dependency: Dependency): Dependency {
  return { ...dependency, prepare: () => dependency.prepare().catch(() => undefined) }
}
