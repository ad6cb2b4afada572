import { afterEach, expect, test } from '@jest/globals'
import { startStrengthWorker } from './start-strength-worker.ts'
import { describeStrength } from './strength.ts'

const NATIVE_WORKER = globalThis.Worker
afterEach(() => {
  globalThis.Worker = NATIVE_WORKER
})

test.each([
  ['', null, 0, /^Best: 15 characters or more/],
  ['abc', null, 0, /^Best: 15 characters or more/],
  ['password', { score: 0, weakness: 'topTen' }, 1, /^Weak\. It is among the first/],
  ['something', { score: 1, weakness: null }, 1, /^Weak\. It is easy to guess/],
  ['something new', { score: 2, weakness: 'dates' }, 2, /^Fair\. Dates are easy/],
  ['fourteen chars', { score: 4, weakness: null }, 2, /^Fair\. Use 15 characters/],
  ['fifteen chars!!', { score: 3, weakness: null }, 3, /^Good/],
  ['fifteen chars!!', { score: 4, weakness: null }, 4, /^Strong/],
  // Seven characters in fourteen code units.
  ['🦊🦊🦊🦊🦊🦊🦊', { score: 4, weakness: null }, 2, /^Fair/],
] as const)('"%s", evaluated as %j, fills %d quarters', (password, result, level, message) => {
  const strength = describeStrength(password, result)
  expect(strength.level).toBe(level)
  expect(strength.message).toMatch(message)
})

test('while the worker is busy, queues only the latest request and reports only its result', () => {
  const requests: { id: number; password: string }[] = []
  let respond: (id: number, score: number) => void = () => undefined
  class FakeWorker {
    onmessage: ((event: object) => void) | null = null
    constructor() {
      respond = (id, score) =>
        this.onmessage?.({ data: { kind: 'result', id, score, weakness: null } })
    }
    postMessage(request: { id: number; password: string }) {
      requests.push(request)
    }
  }
  Object.assign(globalThis, { Worker: FakeWorker })
  const reportedScores: number[] = []
  const worker = startStrengthWorker(({ score }) => reportedScores.push(score))
  for (const password of ['a', 'ab', 'abc']) worker.evaluate(password, [])
  respond(1, 4)
  respond(3, 1)
  expect(requests.map(({ password }) => password)).toEqual(['a', 'abc'])
  expect(reportedScores).toEqual([1])
})
