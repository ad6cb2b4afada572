import { requestCheckWith } from '@inkproof/pdf-signatures/testing/sample-request-check'
import { signatureWith } from '@inkproof/pdf-signatures/testing/sample-signature'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { makeSignatureChecker } from './check-signatures.ts'
import type { FromWorker, Question, ToWorker } from './messages.ts'
import type { RecordAccess, WorkerPort } from './run-worker.ts'

const SIGNED = '%PDF-1.7\n/ByteRange'
const REPORT: FromWorker = { type: 'checked', report: { signatures: [], problem: 'encrypted' } }

const SIGNED_REPORT: Extract<FromWorker, { type: 'checked' }> = {
  type: 'checked',
  report: { signatures: [signatureWith()], problem: null },
  hasRequest: true,
}
const REQUEST = requestCheckWith()
const TILE: Question = { kind: 'file', origin: 'inkproof/test', path: 'tile/0/000' }

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }))
afterEach(() => void jest.useRealTimers())

test('starts no worker for another file or one without signatures', async () => {
  const { check, workers, started } = setup()
  expect(await check(new File(['/ByteRange'], 'a.txt'))).toEqual({ step: 'none' })
  expect(await check(new File(['%PDF-1.7\n'], 'a.pdf'))).toEqual({ step: 'unsigned' })
  expect(workers).toEqual([])
  expect(started()).toBe(0)
})

test('answers with what the worker found, and ends it', async () => {
  const { check, workers, started, answer } = setup()
  const result = check(new File([SIGNED], 'a.pdf'))
  await answer(REPORT)
  expect(await result).toEqual({
    step: 'checked',
    report: { signatures: [], problem: 'encrypted' },
  })
  expect(started()).toBe(1)
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true])
})

test('the key of a signature without a signature counts as unsigned', async () => {
  const { check, answer } = setup()
  const result = check(new File([SIGNED], 'a.pdf'))
  await answer({ type: 'checked', report: { signatures: [], problem: null } })
  expect(await result).toEqual({ step: 'unsigned' })
})

test.each<FromWorker>([
  { type: 'checked', report: { signatures: [], problem: null } },
  { type: 'checked', report: { signatures: [], problem: 'encrypted' } },
  { type: 'failed' },
])('a PDF with an attached file that is no evidence counts as unsigned (%j)', async (message) => {
  const { check, answer } = setup()
  const result = check(new File(['%PDF-1.7\n/EmbeddedFile'], 'a.pdf'))
  await answer(message)
  expect(await result).toEqual({ step: 'unsigned' })
})

test('the evidence attached to an unsigned PDF is verified', async () => {
  const { check, answer } = setup()
  const result = check(new File(['%PDF-1.7\n/EmbeddedFile'], 'a.pdf'))
  const report = { signatures: [], problem: null }
  await answer({ type: 'checked', report, hasRequest: true })
  const request = requestCheckWith({ signingRecord: { documents: [] } })
  await answer({ type: 'verified', request })
  expect(await result).toEqual({ step: 'checked', report, request })
})

test('answers what the worker asks about the record, and returns what it verified', async () => {
  const { check, workers, answer } = setup()
  const result = check(new File([SIGNED], 'a.pdf'))
  await answer(SIGNED_REPORT)
  await answer({ type: 'ask', id: 1, question: TILE })
  await answer({ type: 'ask', id: 2, question: { kind: 'rpc', method: 'eth_chainId', params: [] } })
  await new Promise((resolve) => process.nextTick(resolve))
  expect(workers[0]?.received).toEqual([
    expect.objectContaining({ type: 'file', policy: 'none', hasNode: false }),
    { type: 'answer', id: 1, result: 'tile' },
    { type: 'no-answer', id: 2, reason: 'Error: no node' },
  ])
  await answer({ type: 'verified', request: REQUEST })
  expect(await result).toMatchObject({ step: 'checked', request: REQUEST })
  expect(workers[0]?.isEnded).toBe(true)
})

test('a signing request that is not verified within 10 seconds is incomplete', async () => {
  const { check, workers, answer } = setup()
  const result = check(new File([SIGNED], 'a.pdf'))
  await answer(SIGNED_REPORT)
  jest.advanceTimersByTime(10_000)
  expect(await result).toMatchObject({ step: 'checked', request: { verdict: 'incomplete' } })
  expect(workers[0]?.isEnded).toBe(true)
})

test('the evidence of a signing record that is not verified within 10 seconds is incomplete', async () => {
  const { check, answer } = setup()
  const result = check(new File(['%PDF-1.7\n/EmbeddedFile'], 'a.pdf'))
  await answer({ ...SIGNED_REPORT, report: { signatures: [], problem: null } })
  jest.advanceTimersByTime(10_000)
  const request = { verdict: 'incomplete', signingRecord: { documents: [] } }
  expect(await result).toMatchObject({ step: 'checked', request })
})

test('an answer may take longer than 10 seconds, but all together no longer than 90', async () => {
  const { check, workers, answer } = setup()
  const result = check(new File([SIGNED], 'a.pdf'))
  await answer(SIGNED_REPORT)
  await answer({ type: 'ask', id: 1, question: { kind: 'proof', proof: '' } })
  jest.advanceTimersByTime(60_000)
  expect(workers[0]?.isEnded).toBe(false)
  jest.advanceTimersByTime(30_000)
  expect(await result).toMatchObject({ request: { verdict: 'incomplete' } })
})

test('ends a worker that does not answer within 10 seconds', async () => {
  const { check, workers, waitForWorker } = setup()
  const result = check(new File([SIGNED], 'a.pdf'))
  await waitForWorker()
  jest.advanceTimersByTime(9_999)
  expect(workers[0]?.isEnded).toBe(false)
  jest.advanceTimersByTime(1)
  expect(await result).toEqual({ step: 'failed', reason: 'too-long' })
  expect(workers[0]?.isEnded).toBe(true)
})

test('says so when the worker cannot be loaded', async () => {
  const { check, workers, waitForWorker } = setup()
  const result = check(new File([SIGNED], 'a.pdf'))
  await waitForWorker()
  workers[0]?.dispatchEvent(new Event('error'))
  expect(await result).toEqual({ step: 'failed', reason: 'not-loaded' })
})

test('says so when the file cannot be read, in the page or in the worker', async () => {
  const { check, answer } = setup()
  const moved = new File([SIGNED], 'a.pdf')
  moved.stream = () => {
    throw new DOMException('moved', 'NotFoundError')
  }
  expect(await check(moved)).toEqual({ step: 'failed', reason: 'not-readable' })
  const result = check(new File([SIGNED], 'a.pdf'))
  await answer({ type: 'failed' })
  expect(await result).toEqual({ step: 'failed', reason: 'not-readable' })
})

test('refuses a file above 200 MB without a worker', async () => {
  const { check, workers } = setup()
  const file = new File([SIGNED], 'a.pdf')
  Object.defineProperty(file, 'size', { value: 200 * 1024 * 1024 + 1 })
  expect(await check(file)).toEqual({ step: 'failed', reason: 'too-large' })
  expect(workers).toEqual([])
})

test('checks one file at a time, each in its own worker', async () => {
  const { check, workers, answer, waitForWorker } = setup()
  const results = [check(new File([SIGNED], 'a.pdf')), check(new File([SIGNED], 'b.pdf'))]
  await waitForWorker()
  expect(workers).toHaveLength(1)
  await answer(REPORT)
  await results[0]
  await waitForWorker(2)
  await answer(REPORT)
  await results[1]
  expect(workers).toHaveLength(2)
})

test('starting over ends the worker', async () => {
  const { check, workers, controller, waitForWorker } = setup()
  const result = check(new File([SIGNED], 'a.pdf'))
  await waitForWorker()
  controller.abort()
  expect(await result).toEqual({ step: 'none' })
  expect(workers[0]?.isEnded).toBe(true)
})

/** A worker that answers when the test says so. */
class TestWorker extends EventTarget implements WorkerPort {
  isEnded = false
  readonly received: ToWorker[] = []

  postMessage(message: ToWorker): void {
    this.received.push(message)
  }

  terminate(): void {
    this.isEnded = true
  }
}

function setup() {
  const workers: TestWorker[] = []
  const controller = new AbortController()
  let starts = 0
  const checkSignatures = makeSignatureChecker(() => {
    const worker = new TestWorker()
    workers.push(worker)
    return worker as unknown as WorkerPort
  })
  const onStart = () => {
    starts += 1
  }
  const access: RecordAccess = {
    loadTrust: async () => ({ authorities: [], policy: 'none', hasNode: false }),
    answer: async (question) => {
      if (question.kind === 'rpc') throw new Error('no node')
      if (question.kind === 'proof') return new Promise(() => undefined)
      return 'tile'
    },
  }
  async function waitForWorker(count = 1): Promise<void> {
    while (workers.length < count) await new Promise((resolve) => process.nextTick(resolve))
    // The listeners are added after the worker was created.
    await Promise.resolve()
  }
  return {
    workers,
    controller,
    started: () => starts,
    check: (file: File) => checkSignatures(file, { signal: controller.signal, onStart, access }),
    waitForWorker,
    answer: async (data: FromWorker) => {
      await waitForWorker()
      workers.at(-1)?.dispatchEvent(new MessageEvent('message', { data }))
    },
  }
}
