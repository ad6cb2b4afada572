/** The parts of a service worker's global scope that are used here (Service Workers, section 4). */
export type WorkerScope = {
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void
  clients: { claim(): Promise<void> }
  registration: ServiceWorkerRegistration
  skipWaiting(): Promise<void>
}

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void }

type WorkerEvents = {
  install: ExtendableEvent
  activate: ExtendableEvent
  message: ExtendableEvent & Pick<MessageEvent<WorkerCommand>, 'data' | 'ports'>
}

/** Messages from a page to the worker. */
export type WorkerCommand =
  /** Reply on the port with the release you were built for. */
  | { kind: 'which' }
  /** Activate: the page is from your release already. */
  | { kind: 'take-over' }
  /** Cache this page and its files for offline starts. */
  | { kind: 'keep'; page: string; files: string[] }
