import { afterEach, expect, test } from '@jest/globals'
import { startStrengthWorker } from './start-strength-worker.ts'
import { strengthOf } from './strength.ts'

const NATIVE = globalThis.Worker
afterEach(() => {
  globalThis.Worker = NATIVE
})

test.each([
  ['', null, 0, /^Best: 15 characters or more/],
  ['abc', null, 0, /^Best: 15 characters or more/],
  ['password', { score: 0, weakness: 'topTen' }, 1, /^Weak\. It is among the first/],
  ['something', { score: 1, weakness: null }, 1, /^Weak\. It is easy to guess/],
  ['something new', { score: 2, weakness: 'dates' }, 2, /^Fair\. Dates are easy/],
  ['fourteen signs', { score: 4, weakness: null }, 2, /^Fair\. 15 characters/],
  ['fifteen signs!!', { score: 3, weakness: null }, 3, /^Good/],
  ['fifteen signs!!', { score: 4, weakness: null }, 4, /^Strong/],
  // Seven characters in fourteen code units.
  ['🦊🦊🦊🦊🦊🦊🦊', { score: 4, weakness: null }, 2, /^Fair/],
] as const)('"%s", rated %j, fills %d quarters', (password, judged, level, says) => {
  const strength = strengthOf(password, judged)
  expect(strength.level).toBe(level)
  expect(strength.says).toMatch(says)
})

test('while the worker is busy, queues only the latest request and reports only its result', () => {
  const sent: { id: number; password: string }[] = []
  let answer: (id: number, score: number) => void = () => undefined
  class Judge {
    onmessage: ((event: object) => void) | null = null
    constructor() {
      answer = (id, score) =>
        this.onmessage?.({ data: { kind: 'judged', id, score, weakness: null } })
    }
    postMessage(question: { id: number; password: string }) {
      sent.push(question)
    }
  }
  Object.assign(globalThis, { Worker: Judge })
  const told: number[] = []
  const judge = startStrengthWorker(({ score }) => told.push(score))
  for (const password of ['a', 'ab', 'abc']) judge.evaluate(password, [])
  answer(1, 4)
  answer(3, 1)
  expect(sent.map(({ password }) => password)).toEqual(['a', 'abc'])
  expect(told).toEqual([1])
})
