import { defineCall } from '@inkproof/protocol/call'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import * as z from 'zod/mini'
import { AppError } from '../app-error.ts'
import { serveCalls } from '../testing/calls.ts'
import { implement } from './implement.ts'

const rename = defineCall({
  summary: 'Renames a thing.',
  tag: 'Things',
  access: 'anyone',
  method: 'POST',
  path: '/api/things/:id',
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ name: z.string() }),
  bodyBytes: 100,
  handlerReadsBody: true,
  responses: { 200: z.string() },
  errors: ['NOT_FOUND'],
})

let service: Awaited<ReturnType<typeof serveCalls>>

beforeAll(async () => {
  const calls = implement(
    { rename },
    {
      rename: async ({ params, body }) => {
        if (params.id !== '1') throw new AppError('NOT_FOUND')
        return (await body()).name
      },
    },
  )
  service = await serveCalls(calls)
})
afterAll(() => service.stop())

async function send(id: string, body: unknown): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const init = { headers, body: JSON.stringify(body) }
  return (await service.send('POST', `/api/things/${id}`, init)).status
}

test('the body is parsed when the handler reads it', async () => {
  expect(await send('1', { name: 'a' })).toBe(200)
  expect(await send('1', { name: 7 })).toBe(400)
  expect(await send('1', { name: 'x'.repeat(100) })).toBe(413)
})

test('the body is not parsed if the handler rejects the request before reading it', async () => {
  expect(await send('2', { name: 7 })).toBe(404)
  expect(await send('2', { name: 'x'.repeat(100) })).toBe(404)
})
