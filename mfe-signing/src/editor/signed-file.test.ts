import type { PdfSignature, PdfSignatures } from '@inkproof/pdf-signatures/report'
import { signatureWith } from '@inkproof/pdf-signatures/testing/sample-signature'
import { afterEach, expect, jest, test } from '@jest/globals'
import { type CheckWorker, checkSignedFile } from './signed-file.ts'

const FILE = new File(['%PDF-1.7\n/ByteRange'], 'Lease.pdf')

class TestWorker extends EventTarget {
  isEnded = false
  readonly reply: Event | null

  constructor(reply: Event | null) {
    super()
    this.reply = reply
  }

  postMessage(): void {
    if (this.reply) this.dispatchEvent(this.reply)
  }

  terminate(): void {
    this.isEnded = true
  }
}

afterEach(() => void jest.useRealTimers())

async function check(reply: Event | null) {
  const worker = new TestWorker(reply)
  const result = await checkSignedFile(FILE, () => worker as unknown as CheckWorker)
  expect(worker.isEnded).toBe(true)
  return result
}

const found = (report: PdfSignatures) => check(new MessageEvent('message', { data: report }))
const signed = (...changes: Partial<PdfSignature>[]) =>
  found({ signatures: changes.map((change) => signatureWith(change)), problem: null })

test('a file without signatures needs no worker', async () => {
  const plain = new File(['%PDF-1.7\n'], 'Lease.pdf')
  const fail = () => {
    throw new Error('a worker was started')
  }
  expect(await checkSignedFile(plain, fail)).toEqual({ problem: null })
})

test('further signatures can be shown unless the file is certified', async () => {
  expect(await signed({}, {})).toEqual({
    signedBefore: { signatures: 2, canShow: true },
    problem: null,
  })
  expect(await signed({}, { docMdp: 2 })).toEqual({
    signedBefore: { signatures: 2, canShow: false },
    problem: null,
  })
  const locks = { all: false, fields: ['a'] }
  expect((await signed({ locks })).signedBefore?.canShow).toBe(true)
})

test.each<[string, Partial<PdfSignature>, string]>([
  ['permits no changes', { docMdp: 1 }, 'permits no further signatures'],
  ['locks all fields', { locks: { all: true, fields: [] } }, 'permits no further signatures'],
  [
    'is not valid',
    { integrity: { status: 'invalid', code: 'bytes-changed' } },
    'is not valid, or cannot be checked here',
  ],
])('a file with a signature that %s is refused', async (_, change, sentence) => {
  const result = await signed({}, change)
  expect(result.problem).toContain(sentence)
  expect(result.signedBefore).toBeUndefined()
})

test('what only looks like a signature changes nothing, and a protected file is explained later', async () => {
  expect(await signed()).toEqual({ problem: null })
  expect(await found({ signatures: [], problem: 'encrypted' })).toEqual({ problem: null })
})

test('a file whose signatures cannot be read is refused', async () => {
  const result = await found({ signatures: [], problem: 'unreadable' })
  expect(result.problem).toContain('cannot be checked here')
})

test('a worker that fails is named', async () => {
  expect((await check(new Event('error'))).problem).toContain('could not be checked')
})

test('a worker that does not answer within 10 seconds is ended', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] })
  const started: TestWorker[] = []
  const result = checkSignedFile(FILE, () => {
    const worker = new TestWorker(null)
    started.push(worker)
    return worker as unknown as CheckWorker
  })
  while (started.length === 0) await new Promise((resolve) => setImmediate(resolve))
  jest.advanceTimersByTime(9_999)
  expect(started[0]?.isEnded).toBe(false)
  jest.advanceTimersByTime(1)
  expect((await result).problem).toContain('could not be checked')
  expect(started[0]?.isEnded).toBe(true)
})
