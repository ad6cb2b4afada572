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
    responses: { 200: Thing },
    etag: true,
  }),
  createThing: defineCall({
    ...base,
    access: 'member',
    method: 'POST',
    path: '/api/things',
    body: z.strictObject({ names: z.pipe(z.array(z.string()), z.transform(String)) }),
    responses: { 201: Thing, 202: z.strictObject({ isQueued: z.boolean() }) },
    errors: ['EMAIL_TAKEN'],
    idempotent: 'effect-once',
  }),
  uploadThing: defineCall({
    ...base,
    method: 'POST',
    path: '/api/uploads',
    upload: { type: 'application/pdf', maxBytes: 100 },
    responses: { 201: Thing },
  }),
  listThings: defineCall({
    ...base,
    method: 'GET',
    path: '/api/things',
    query: z.union([
      z.strictObject({ cursor: z.optional(z.string()) }),
      z.strictObject({ name: z.string() }),
    ]),
    responses: { 200: z.strictObject({ things: z.array(Thing), next: z.nullable(z.string()) }) },
    page: { cursor: 'cursor' },
  }),
  deleteThing: defineCall({
    ...base,
    method: 'DELETE',
    path: '/api/things/:id',
    params: z.strictObject({ id: z.string() }),
    responses: { 204: EMPTY },
  }),
  readThing: defineCall({
    ...base,
    method: 'GET',
    path: '/api/thing.txt',
    responses: { 200: text('text/plain') },
  }),
  showPicture: defineCall({
    ...base,
    method: 'GET',
    path: '/api/thing.webp',
    responses: { 200: bytes('image/webp') },
  }),
  redirect: defineCall({
    ...base,
    method: 'GET',
    path: '/api/redirect',
    responses: { 303: REDIRECT },
  }),
  follow: defineCall({
    ...base,
    method: 'GET',
    path: '/api/follow',
    responses: { 200: events(Thing) },
  }),
}

const MIN_CALL_COUNT = 60

function isCall(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

const calls = Object.entries(definitions).map(([name, definition]) => ({ name, definition }))
const document = openApiDocument(calls, { title: 'Things', version: '1' })

/** Returns the value at a key path of an operation. */
function valueAt(path: string, method: string, ...keys: (string | number)[]): unknown {
  const operation: unknown = document.paths[path]?.[method]
  return keys.reduce((value, key) => (value as Record<string, unknown>)[key], operation)
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

test('the calls of all services form a valid document', async () => {
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

test('every call is an operation with the same name, under its path in OpenAPI syntax', () => {
  const found = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  expect(found.map(({ operationId }) => operationId).toSorted()).toEqual(
    Object.keys(definitions).toSorted(),
  )
  expect(Object.keys(document.paths['/api/things/{id}'] ?? {})).toEqual(['get', 'delete'])
})

test('parameters are those of the path, the query and the headers of the call', () => {
  expect(valueAt('/api/things/{id}', 'get', 'parameters')).toMatchObject([
    { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^\\d+$' } },
    { name: 'If-None-Match', in: 'header', required: false },
  ])
  const description = expect.stringContaining('`next`')
  expect(valueAt('/api/things', 'get', 'parameters')).toMatchObject([
    { name: 'cursor', in: 'query', required: false, description },
    { name: 'name', in: 'query', required: false },
  ])
  expect(valueAt('/api/things', 'post', 'parameters')).toMatchObject([
    { name: 'Idempotency-Key', in: 'header', required: false },
  ])
})

test('input validated by a transformation is described by the schema registered for it', () => {
  const item = jsonSchemaOf(CertifyRequest, 'input')
  const { properties } = jsonSchemaOf(BulkRequest, 'input')
  expect(item).toHaveProperty('properties.fileSize')
  expect(properties).toMatchObject({ certificates: { type: 'array', items: item } })
})

test('a request body is described before its transformations, a response after them', () => {
  const json = ['content', 'application/json', 'schema', 'properties']
  expect(valueAt('/api/things', 'post', 'requestBody', ...json)).toEqual({
    names: { type: 'array', items: { type: 'string' } },
  })
  const response = valueAt('/api/things', 'post', 'responses', 202, 'content', 'application/json')
  expect(response).toMatchObject({ schema: { properties: { isQueued: { type: 'boolean' } } } })
  expect(JSON.stringify(document)).not.toContain('$schema')
})

test('successful responses other than JSON have their media type', () => {
  const success = (path: string, method = 'get') =>
    valueAt(path, method, 'responses', 200, 'content')
  expect(valueAt('/api/things/{id}', 'delete', 'responses', 204)).not.toHaveProperty('content')
  expect(success('/api/thing.txt')).toEqual({ 'text/plain': {} })
  expect(success('/api/thing.webp')).toEqual({ 'image/webp': {} })
  expect(keysOf(success('/api/follow'))).toEqual(['text/event-stream'])
  expect(valueAt('/api/redirect', 'get', 'responses', 303, 'headers')).toHaveProperty('Location')
})

test('lists errors by status, both declared and common ones', () => {
  expect(valueAt('/api/things', 'post', 'security')).toEqual([{ session: [] }])
  expect(valueAt('/api/things', 'get', 'security')).toEqual([])
  const conflict = valueAt('/api/things', 'post', 'responses', 409, 'description')
  expect(conflict).toMatch(/IDEMPOTENCY_KEY_IN_USE: .*EMAIL_TAKEN: /)
  for (const status of [400, 401, 403, 405, 406, 413, 415, 422, 500, 503, 507])
    expect(keysOf(valueAt('/api/things', 'post', 'responses', status, 'content'))).toEqual([
      'application/problem+json',
      'text/plain',
    ])
  expect(valueAt('/api/things/{id}', 'get', 'responses')).toHaveProperty('304')
  const missing = valueAt('/api/things/{id}', 'get', 'responses', 404, 'description')
  expect(missing).toContain('CERTIFICATE_NOT_FOUND')
})

test('the body of an upload has its media type, and refusals are documented', () => {
  const body = valueAt('/api/uploads', 'post', 'requestBody')
  expect(body).toEqual({
    required: true,
    description: 'At most 100 bytes.',
    content: { 'application/pdf': {} },
  })
  const responses = valueAt('/api/uploads', 'post', 'responses')
  expect(keysOf(responses)).toEqual(expect.arrayContaining(['201', '400', '413', '415']))
})
