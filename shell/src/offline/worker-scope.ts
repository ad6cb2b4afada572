/** What a service worker has that a page has not (Service Workers, section 4), as far as it is used here. */
export type WorkerScope = {
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void
  clients: { claim(): Promise<void> }
  registration: ServiceWorkerRegistration
  skipWaiting(): Promise<void>
}

type LongEvent = Event & { waitUntil(work: Promise<unknown>): void }

type WorkerEvents = {
  install: LongEvent
  activate: LongEvent
  message: LongEvent & Pick<MessageEvent<Order>, 'data' | 'ports'>
}

/** What a page tells the worker. */
export type Order =
  /** Answer on the port which release you were made for. */
  | { kind: 'which' }
  /** Stop waiting: the page that asks is of your release already. */
  | { kind: 'take-over' }
  /** Keep this page and the files it was made of, for a start without a connection. */
  | { kind: 'keep'; page: string; files: string[] }
