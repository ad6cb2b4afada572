import { expect, test } from '@jest/globals'
import { makeFingerprinter, UnreadableFileError, type WorkerPort } from './fingerprint.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { makeJobHandler } from './worker-jobs.ts'

const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

test('fingerprints files one after the other and returns each file’s own fingerprint', async () => {
  const { fingerprint, workerCount } = setup()
  const results = await Promise.all([
    fingerprint(textFile('a', 'abc')),
    fingerprint(textFile('b', '')),
  ])
  expect(results[0]).toBe(ABC)
  expect(results[1]).toMatch(/^e3b0c442/)
  expect(workerCount()).toBe(1)
})

test('a queued file can be cancelled before it is read', async () => {
  const { fingerprint, messages } = setup()
  const controller = new AbortController()
  const first = fingerprint(textFile('a', 'abc'))
  const second = fingerprint(textFile('b', 'x'), { signal: controller.signal })
  controller.abort()
  await expect(second).rejects.toMatchObject({ name: 'AbortError' })
  await expect(first).resolves.toBe(ABC)
  expect(messages.filter(({ type }) => type === 'start')).toHaveLength(1)
})

test('cancelling the current file starts the next one', async () => {
  const { fingerprint } = setup()
  const controller = new AbortController()
  const hanging = textFile('a', '')
  let start = () => {}
  const started = new Promise<void>((resolve) => {
    start = resolve
  })
  const pull = () => {
    start()
    return new Promise<void>(() => {})
  }
  hanging.stream = () => new ReadableStream({ type: 'bytes', pull })
  const first = fingerprint(hanging, { signal: controller.signal })
  const second = fingerprint(textFile('b', 'abc'))
  await started
  controller.abort()
  await expect(first).rejects.toMatchObject({ name: 'AbortError' })
  await expect(second).resolves.toBe(ABC)
})

test.each([
  ['NotReadableError', /“a” could not be read: it was changed, moved or locked/],
  ['NotFoundError', /“a” was moved or deleted\. Choose the file again\./],
  ['TypeError', /“a” could not be read\. Check that it opens/],
])('the error after a %s names the file and says what to do', async (name, sentence) => {
  const { fingerprint } = setup()
  const broken = textFile('a', 'x')
  broken.stream = () => {
    throw new DOMException('refused', name)
  }
  const failure = await fingerprint(broken).catch((error) => error)
  expect(failure).toBeInstanceOf(UnreadableFileError)
  expect(failure.message).toMatch(sentence)
})

test('reports a worker that fails to load, and restarts it for the next file', async () => {
  const { fingerprint, workerCount, breakNext } = setup()
  breakNext()
  await expect(fingerprint(textFile('a', 'abc'))).rejects.toThrow(
    /a part of this page did not load/,
  )
  await expect(fingerprint(textFile('a', 'abc'))).resolves.toBe(ABC)
  expect(workerCount()).toBe(2)
})

/** Runs the real jobs behind a port, without a worker thread. */
function setup() {
  let count = 0
  let isBroken = false
  const messages: ToWorker[] = []
  const startWorker = () => {
    count += 1
    const port = makePort(messages, isBroken)
    isBroken = false
    return port
  }
  return {
    fingerprint: makeFingerprinter(startWorker),
    workerCount: () => count,
    breakNext: () => {
      isBroken = true
    },
    messages,
  }
}

function makePort(messages: ToWorker[], isBroken: boolean): WorkerPort {
  const target = new EventTarget()
  const reply = (data: FromWorker) => target.dispatchEvent(new MessageEvent('message', { data }))
  const onMessage = makeJobHandler(reply)
  return {
    addEventListener: target.addEventListener.bind(target),
    terminate: () => {},
    postMessage: (message: ToWorker) => {
      messages.push(message)
      if (isBroken) queueMicrotask(() => target.dispatchEvent(new Event('error')))
      else onMessage(message)
    },
  }
}

function textFile(name: string, text: string): File {
  return new File([text], name)
}
