/** A dependency of a service: a database, a folder, a node. */
export type Dependency = {
  /** Shown in /readyz. */
  name: string
  /** Connects and initialises; repeated until it resolves, so it must be safe to call again. */
  prepare(): Promise<void>
  /** Rejects with the reason if the dependency does not answer now. */
  check(): Promise<void>
  /** Whether the service works without it: /readyz reports it while it is down and stays ready. */
  isOptional?: boolean
  /** Disconnects when the service stops. */
  close(): Promise<void>
}

/**
 * Marks a dependency as optional: it is not waited for at start. It must keep retrying by itself, and /readyz
 * reports it while it is down.
 */
export function optionalDependency(dependency: Dependency): Dependency {
  return { ...dependency, prepare: () => dependency.prepare().catch(() => undefined) }
}
