/** Something a service needs before it can answer: a database, a folder, a node. */
export type Dependency = {
  /** Shown in /readyz. */
  name: string
  /** Connects and makes ready; tried again until it resolves. Must be safe to call again. */
  prepare(): Promise<void>
  /** Rejects with the reason when the part does not answer now. */
  check(): Promise<void>
  /** Lets go of it at the end. */
  close(): Promise<void>
}
