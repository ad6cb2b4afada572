import { readdirSync } from 'node:fs'
import {
  bytes,
  type CallDefinition,
  defineCall,
  EMPTY,
  events,
  REDIRECT,
  text,
} from '@inkproof/protocol/call'
import { BulkRequest, CertifyRequest } from '@inkproof/protocol/certificates'
import { expect, test } from '@jest/globals'
import { Validator } from '@seriousme/openapi-schema-validator'
import * as z from 'zod/mini'
import { type NamedCall, openApiDocument } from './document.ts'
import { jsonSchemaOf } from './json-schema.ts'

const base = { summary: 'A thing.', tag: 'Things', access: 'anyone' } as const
const Thing = z.strictObject({ id: z.string() })

const definitions = {
  showThing: defineCall({
    ...base,
    method: 'GET',
    path: '/api/things/:id',
    params: z.strictObject({ id: z.string().check(z.regex(/^\d+$/)) }),
    unknownParams: 'CERTIFICATE_NOT_FOUND',
    answers: { 200: Thing },
    etag: true,
  }),
  makeThing: defineCall({
    ...base,
    access: 'member',
    method: 'POST',
    path: '/api/things',
    body: z.strictObject({ names: z.pipe(z.array(z.string()), z.transform(String)) }),
    answers: { 201: Thing, 202: z.strictObject({ waits: z.boolean() }) },
    errors: ['EMAIL_TAKEN'],
    idempotent: true,
  }),
  listThings: defineCall({
    ...base,
    method: 'GET',
    path: '/api/things',
    query: z.union([
      z.strictObject({ cursor: z.optional(z.string()) }),
      z.strictObject({ name: z.string() }),
    ]),
    answers: { 200: z.strictObject({ things: z.array(Thing), next: z.nullable(z.string()) }) },
    page: { cursor: 'cursor' },
  }),
  dropThing: defineCall({
    ...base,
    method: 'DELETE',
    path: '/api/things/:id',
    params: z.strictObject({ id: z.string() }),
    answers: { 204: EMPTY },
  }),
  readThing: defineCall({
    ...base,
    method: 'GET',
    path: '/api/thing.txt',
    answers: { 200: text('text/plain') },
  }),
  seeThing: defineCall({
    ...base,
    method: 'GET',
    path: '/api/thing.webp',
    answers: { 200: bytes('image/webp') },
  }),
  leave: defineCall({ ...base, method: 'GET', path: '/api/leave', answers: { 303: REDIRECT } }),
  follow: defineCall({
    ...base,
    method: 'GET',
    path: '/api/follow',
    answers: { 200: events(Thing) },
  }),
}

const MIN_CALL_COUNT = 60

function isCall(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

const calls = Object.entries(definitions).map(([name, definition]) => ({ name, definition }))
const document = openApiDocument(calls, { title: 'Things', version: '1' })

/** A part of an operation, by the keys that lead to it. */
function part(path: string, method: string, ...keys: (string | number)[]): unknown {
  const operation: unknown = document.paths[path]?.[method]
  return keys.reduce((found, key) => (found as Record<string, unknown>)[key], operation)
}

function keysOf(value: unknown): string[] {
  return Object.keys(value as object)
}

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document))
  expect(errors).toBeUndefined()
  expect([valid, validator.version]).toEqual([true, '3.1'])
})

test('so are the calls of all services', async () => {
  const folder = new URL('../../../protocol/src/calls/', import.meta.url)
  const files = readdirSync(folder).filter((file) => !file.endsWith('.test.ts'))
  const named: NamedCall[] = []
  for (const file of files) {
    const exported = Object.entries(await import(new URL(file, folder).pathname))
    const found = exported.filter((entry): entry is [string, CallDefinition] => isCall(entry[1]))
    named.push(...found.map(([name, definition]) => ({ name, definition })))
  }
  expect(named.length).toBeGreaterThan(MIN_CALL_COUNT)
  const { errors } = await new Validator().validate(
    structuredClone(openApiDocument(named, { title: 'All', version: '1' })),
  )
  expect(errors).toBeUndefined()
})

test('every call is an operation with its name, under its path in OpenAPI syntax', () => {
  const found = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  expect(found.map(({ operationId }) => operationId).toSorted()).toEqual(
    Object.keys(definitions).toSorted(),
  )
  expect(Object.keys(document.paths['/api/things/{id}'] ?? {})).toEqual(['get', 'delete'])
})

test('parameters are those of the path, the query and the headers of the call', () => {
  expect(part('/api/things/{id}', 'get', 'parameters')).toMatchObject([
    { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^\\d+$' } },
    { name: 'If-None-Match', in: 'header', required: false },
  ])
  const description = expect.stringContaining('`next`')
  expect(part('/api/things', 'get', 'parameters')).toMatchObject([
    { name: 'cursor', in: 'query', required: false, description },
    { name: 'name', in: 'query', required: false },
  ])
  expect(part('/api/things', 'post', 'parameters')).toMatchObject([
    { name: 'Idempotency-Key', in: 'header', required: false },
  ])
})

test('input that a transformation checks is described by the schema it is registered with', () => {
  const item = jsonSchemaOf(CertifyRequest, 'input')
  const { properties } = jsonSchemaOf(BulkRequest, 'input')
  expect(item).toHaveProperty('properties.fileSize')
  expect(properties).toMatchObject({ certificates: { type: 'array', items: item } })
})

test('a body is described as sent, a response as received', () => {
  const json = ['content', 'application/json', 'schema', 'properties']
  expect(part('/api/things', 'post', 'requestBody', ...json)).toEqual({
    names: { type: 'array', items: { type: 'string' } },
  })
  const received = part('/api/things', 'post', 'responses', 202, 'content', 'application/json')
  expect(received).toMatchObject({ schema: { properties: { waits: { type: 'boolean' } } } })
  expect(JSON.stringify(document)).not.toContain('$schema')
})

test('successes other than JSON have their type', () => {
  const success = (path: string, method = 'get') => part(path, method, 'responses', 200, 'content')
  expect(part('/api/things/{id}', 'delete', 'responses', 204)).not.toHaveProperty('content')
  expect(success('/api/thing.txt')).toEqual({ 'text/plain': {} })
  expect(success('/api/thing.webp')).toEqual({ 'image/webp': {} })
  expect(keysOf(success('/api/follow'))).toEqual(['text/event-stream'])
  expect(part('/api/leave', 'get', 'responses', 303, 'headers')).toHaveProperty('Location')
})

test('errors are listed by status, those of the definition and those of every call', () => {
  expect(part('/api/things', 'post', 'security')).toEqual([{ session: [] }])
  expect(part('/api/things', 'get', 'security')).toEqual([])
  const conflict = part('/api/things', 'post', 'responses', 409, 'description')
  expect(conflict).toMatch(/IDEMPOTENCY_KEY_IN_USE: .*EMAIL_TAKEN: /)
  for (const status of [400, 401, 403, 405, 406, 413, 415, 422, 500, 503, 507])
    expect(keysOf(part('/api/things', 'post', 'responses', status, 'content'))).toEqual([
      'application/problem+json',
      'text/plain',
    ])
  expect(part('/api/things/{id}', 'get', 'responses')).toHaveProperty('304')
  const missing = part('/api/things/{id}', 'get', 'responses', 404, 'description')
  expect(missing).toContain('CERTIFICATE_NOT_FOUND')
})
