import { expect, test } from '@jest/globals'
import { describeOutput } from './describe-output.ts'

const line = (level: string, msg: string, message?: string) =>
  JSON.stringify({ level, msg, ...(message && { err: { message } }) })

test.each([
  [
    'the first fatal line of a log',
    [line('error', 'a'), line('fatal', 'b', 'c'), line('fatal', 'd')],
    'b: c',
  ],
  ['an error before a stack', ['Error: x', line('error', 'a', 'b')], 'a: b'],
  [
    'a stack before a warning',
    [line('warn', 'slow'), 'Error: x', '    at y'],
    'Error: x\n    at y',
  ],
  ['the last line of a log without an error', [line('info', 'a'), line('info', 'b')], 'b'],
  ['repeated lines once', ['port in use', 'port in use', '{"a":1}'], 'port in use\n{"a":1}'],
  ['nothing', [''], ''],
])('shows %s', (_description, lines, expected) => {
  expect(describeOutput(`${lines.join('\n')}\n`)).toBe(expected)
})

test('shows at most the last 12 lines', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`)
  expect(describeOutput(lines.join('\n')).split('\n')).toEqual(lines.slice(8))
})
