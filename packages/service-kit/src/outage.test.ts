import { expect, test } from '@jest/globals'
import { AppError } from './app-error.ts'
import { asOutage } from './outage.ts'

const errorNamed = (name: string, message = 'x', code?: unknown) =>
  Object.assign(new Error(message), { name, ...(code !== undefined && { code }) })

test.each([
  ['no server found', errorNamed('MongoServerSelectionError')],
  ['a server stepping down', errorNamed('MongoServerError', 'not primary', 10107)],
  ['a write that was not journaled in time', errorNamed('MongoWriteConcernError')],
  ['a query timeout', errorNamed('TimeoutError', 'The operation was aborted', 23)],
  ['Redis timing out', new Error('Command timed out')],
  [
    'Redis disconnected',
    new Error("Stream isn't writeable and enableOfflineQueue options is false"),
  ],
  [
    'Redis disconnecting during a command',
    errorNamed('AbortError', 'Command aborted due to connection close'),
  ],
  [
    'Redis out of memory',
    errorNamed('ReplyError', 'OOM command not allowed when used memory > maxmemory'),
  ],
  [
    'Redis unable to save',
    errorNamed('ReplyError', 'MISCONF Redis is configured to save RDB snapshots'),
  ],
  ['a database that has stopped', errorNamed('MongoServerError', 'internal server error', 1)],
  ['a refused connection', errorNamed('Error', 'connect ECONNREFUSED', 'ECONNREFUSED')],
])('classifies %s as an outage', (_description, error) => {
  expect(asOutage(error)?.code).toBe('UNAVAILABLE')
})

test.each([
  ['a full disk', errorNamed('Error', 'write', 'ENOSPC')],
  ['a full quota', errorNamed('Error', 'write', 'EDQUOT')],
  [
    'Redis without space',
    errorNamed('ReplyError', 'MISCONF Errors writing to the AOF file: No space left on device'),
  ],
  ['a database without space', errorNamed('MongoServerError', 'out of disk', 14_031)],
])('classifies %s as full storage', (_description, error) => {
  expect(asOutage(error)?.code).toBe('STORAGE_FULL')
})

test.each([
  ['a bug', new TypeError('x is not a function')],
  ['a duplicate key', errorNamed('MongoServerError', 'E11000', 11_000)],
  ['a command that failed', errorNamed('Error', 'Command failed', 1)],
  ['a wrong Redis command', errorNamed('ReplyError', 'ERR unknown command')],
  ['a thrown string', 'oops'],
])('does not classify %s as an outage', (_description, error) => {
  expect(asOutage(error)).toBeUndefined()
})

test('returns AppErrors unchanged', () => {
  const error = new AppError('NOT_FOUND')
  expect(asOutage(error)).toBe(error)
})
