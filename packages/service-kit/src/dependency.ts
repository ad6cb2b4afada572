/** A dependency of a service: a database, a folder, a node. */
export type Dependency = {
  /** Shown in /readyz. */
  name: string
  /** Connects and initializes. Retried until it resolves or throws {@link StartRefused}, so it must be idempotent. */
  prepare(): Promise<void>
  /** Rejects with the reason if the dependency is not responding. */
  check(): Promise<void>
  /** If true, /readyz reports the dependency when it is down, but the service stays ready. */
  isOptional?: boolean
  /** Disconnects when the service stops. */
  close(): Promise<void>
}

/** Thrown by `prepare` if waiting cannot help, for example because a setting contradicts what is stored. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}

/**
 * Lets the service start without waiting for this dependency, which must keep retrying by itself. /readyz reports it
 * while it is down.
 */
export function nonBlockingDependency(dependency: Dependency): Dependency {
  return { ...dependency, prepare: () => dependency.prepare().catch(() => undefined) }
}
