import { expect, test } from '@jest/globals'
import { AppError } from './app-error.ts'
import { asOutage } from './outage.ts'

const named = (name: string, message = 'x', code?: unknown) =>
  Object.assign(new Error(message), { name, ...(code !== undefined && { code }) })

test.each([
  ['no server found', named('MongoServerSelectionError')],
  ['a server stepping down', named('MongoServerError', 'not primary', 10107)],
  ['a write that was not journalled in time', named('MongoWriteConcernError')],
  ['a query that ran out of its time', named('TimeoutError', 'The operation was aborted', 23)],
  ['Redis hanging', new Error('Command timed out')],
  ['Redis gone', new Error("Stream isn't writeable and enableOfflineQueue options is false")],
  ['Redis closing under a command', named('AbortError', 'Command aborted due to connection close')],
  ['Redis full', named('ReplyError', 'OOM command not allowed when used memory > maxmemory')],
  [
    'Redis unable to save',
    named('ReplyError', 'MISCONF Redis is configured to save RDB snapshots'),
  ],
  ['a refused connection', named('Error', 'connect ECONNREFUSED', 'ECONNREFUSED')],
])('counts %s as an outage', (_what, error) => {
  expect(asOutage(error)?.code).toBe('UNAVAILABLE')
})

test.each([
  ['a full disk', named('Error', 'write', 'ENOSPC')],
  ['a database without space', named('MongoServerError', 'out of disk', 14_031)],
])('counts %s as storage that is full', (_what, error) => {
  expect(asOutage(error)?.code).toBe('STORAGE_FULL')
})

test.each([
  ['a bug', new TypeError('x is not a function')],
  ['a duplicate key', named('MongoServerError', 'E11000', 11_000)],
  ['a wrong Redis command', named('ReplyError', 'ERR unknown command')],
  ['a thrown word', 'oops'],
])('does not hide %s as an outage', (_what, error) => {
  expect(asOutage(error)).toBeUndefined()
})

test('leaves our own errors unchanged', () => {
  const error = new AppError('NOT_FOUND')
  expect(asOutage(error)).toBe(error)
})
