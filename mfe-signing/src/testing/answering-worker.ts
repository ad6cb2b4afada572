/** A worker that gives these answers to the first message. */
export class AnsweringWorker extends EventTarget {
  isEnded = false
  readonly received: unknown[] = []
  readonly answers: readonly Event[]

  constructor(answers: readonly Event[]) {
    super()
    this.answers = answers
  }

  postMessage(message: unknown): void {
    this.received.push(message)
    for (const answer of this.answers) this.dispatchEvent(answer)
  }

  terminate(): void {
    this.isEnded = true
  }
}
