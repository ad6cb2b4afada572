import { MessageChannel } from 'node:worker_threads'
import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs'

/** Runs pdf.js's worker code in this thread, because jsdom has no workers. Set it as `Worker` of the page. */
export class ReadingWorker {
  constructor() {
    const { port1, port2 } = new MessageChannel()
    WorkerMessageHandler.initializeFromPort(port2)
    port1.start()
    port2.start()
    for (const port of [port1, port2]) port.unref()
    // biome-ignore lint/correctness/noConstructorReturn: the port has the methods of a worker.
    return Object.assign(port1, { terminate: () => port1.close() })
  }
}
