import type { FromWorker } from '../pdf-signatures/messages.ts'

/** Stands for the browser's worker, which jsdom lacks. It answers when a test says so. */
export class TestPdfWorker extends EventTarget {
  static readonly started: TestPdfWorker[] = []
  isEnded = false

  constructor() {
    super()
    TestPdfWorker.started.push(this)
  }

  postMessage(): void {}

  terminate(): void {
    this.isEnded = true
  }

  answer(data: FromWorker): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}
