import { expect, test } from '@jest/globals'
import { makeFingerprinter, UnreadableFile, type WorkerPort } from './fingerprint.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { makeJobs } from './worker-jobs.ts'

const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

test('returns each file’s own fingerprint, one after the other', async () => {
  const { fingerprint, started } = setup()
  const found = await Promise.all([fingerprint(named('a', 'abc')), fingerprint(named('b', ''))])
  expect(found[0]).toBe(ABC)
  expect(found[1]).toMatch(/^e3b0c442/)
  expect(started()).toBe(1)
})

test('a queued file can be cancelled before its turn', async () => {
  const { fingerprint, messages } = setup()
  const controller = new AbortController()
  const first = fingerprint(named('a', 'abc'))
  const second = fingerprint(named('b', 'x'), { signal: controller.signal })
  controller.abort()
  await expect(second).rejects.toMatchObject({ name: 'AbortError' })
  await expect(first).resolves.toBe(ABC)
  expect(messages.filter(({ say }) => say === 'start')).toHaveLength(1)
})

test('cancelling the current file starts the next one', async () => {
  const { fingerprint } = setup()
  const controller = new AbortController()
  const endless = named('a', '')
  let start = () => {}
  const hasStarted = new Promise<void>((resolve) => {
    start = resolve
  })
  const pull = () => {
    start()
    return new Promise<void>(() => {})
  }
  endless.stream = () => new ReadableStream({ type: 'bytes', pull })
  const first = fingerprint(endless, { signal: controller.signal })
  const second = fingerprint(named('b', 'abc'))
  await hasStarted
  controller.abort()
  await expect(first).rejects.toMatchObject({ name: 'AbortError' })
  await expect(second).resolves.toBe(ABC)
})

test.each([
  ['NotReadableError', /“a” could not be read: it was changed, moved or locked/],
  ['NotFoundError', /“a” was moved or deleted\. Choose it again\./],
  ['TypeError', /“a” could not be read\. Check that it opens/],
])('names the file and what to do after a %s', async (name, sentence) => {
  const { fingerprint } = setup()
  const broken = named('a', 'x')
  broken.stream = () => {
    throw new DOMException('refused', name)
  }
  const failure = await fingerprint(broken).catch((error) => error)
  expect(failure).toBeInstanceOf(UnreadableFile)
  expect(failure.message).toMatch(sentence)
})

test('reports a worker that fails to load, and restarts it for the next file', async () => {
  const { fingerprint, started, breakNext } = setup()
  breakNext()
  await expect(fingerprint(named('a', 'abc'))).rejects.toThrow(/a part of this page did not load/)
  await expect(fingerprint(named('a', 'abc'))).resolves.toBe(ABC)
  expect(started()).toBe(2)
})

/** The real jobs behind a port, without the thread. */
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
    started: () => count,
    breakNext: () => {
      isBroken = true
    },
    messages,
  }
}

function makePort(messages: ToWorker[], isBroken: boolean): WorkerPort {
  const target = new EventTarget()
  const tell = (data: FromWorker) => target.dispatchEvent(new MessageEvent('message', { data }))
  const onMessage = makeJobs(tell)
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

function named(name: string, text: string): File {
  return new File([text], name)
}
