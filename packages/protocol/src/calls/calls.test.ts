import { readdirSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import * as z from 'zod/mini'
import { type CallDefinition, isSchema, limitsOf, pathParams } from '../call.ts'
import { ERRORS } from '../errors.ts'

const MIN_CALL_COUNT = 18
const files = readdirSync(import.meta.dirname).filter((file) => !file.endsWith('.test.ts'))
const modules: Record<string, unknown>[] = []
// Imported sequentially, because Jest mislinks modules that are imported concurrently.
for (const file of files) modules.push(await import(`./${file}`))
const exported = modules.flatMap((module) => Object.entries(module))
const calls = exported.filter((entry): entry is [string, CallDefinition] => isCall(entry[1]))
const groups = exported.filter(([, value]) => !isCall(value))

function isCall(value: unknown): value is CallDefinition {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

function fieldNamesOf(schema: unknown): string[] {
  return Object.keys(z.toJSONSchema(schema as z.ZodMiniType, { io: 'input' }).properties ?? {})
}

test('every call is in exactly one group', () => {
  expect(calls.length).toBeGreaterThanOrEqual(MIN_CALL_COUNT)
  const grouped = groups.flatMap(([, group]) => Object.entries(group as object))
  const byName = ([a]: [string, unknown], [b]: [string, unknown]) => a.localeCompare(b)
  expect(grouped.toSorted(byName)).toEqual(calls.toSorted(byName))
})

test('no two calls have the same name, or the same method and path', () => {
  const names = calls.map(([name]) => name)
  expect(new Set(names).size).toBe(names.length)
  const routes = calls.map(([, { method, path }]) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
  expect(new Set(routes).size).toBe(routes.length)
})

test('calls that share a path use the same parameter names', () => {
  const paths = new Set(calls.map(([, { path }]) => path))
  const shapes = new Set([...paths].map((path) => path.replaceAll(/:\w+/g, ':')))
  expect(shapes.size).toBe(paths.size)
})

test.each(calls)('%s describes its parameters, responses and errors', (_name, call) => {
  expect(call.params ? fieldNamesOf(call.params) : []).toEqual(pathParams(call.path))
  expect(Object.keys(call.responses).length).toBeGreaterThan(0)
  for (const code of call.errors ?? []) expect(ERRORS).toHaveProperty(code)
  expect(call.summary).toMatch(/^[A-Z].*\.$/)
  if (call.method === 'GET') expect(call.body).toBeUndefined()
})

test.each(calls)('%s combines only options that can be used together', (_name, call) => {
  if (call.idempotent)
    expect([call.method === 'GET', call.access === 'anyone', call.handlerReadsBody]).toEqual([
      false,
      false,
      undefined,
    ])
  if (call.etag || call.cache) expect(call.method).toBe('GET')
  if (limitsOf(call).some(({ by }) => by === 'account')) expect(call.access).not.toBe('anyone')
  if (!call.page) return
  const list = call.responses[200]
  expect(list && isSchema(list) ? fieldNamesOf(list) : []).toContain('next')
  expect(JSON.stringify(z.toJSONSchema(call.query as z.ZodMiniType))).toContain(
    `"${call.page.cursor}"`,
  )
})

test.each(calls)('%s can be represented as JSON Schema', (_name, call) => {
  const schemas = [call.params, call.query, call.body, ...Object.values(call.responses)]
  for (const schema of schemas)
    if (schema && isSchema(schema)) z.toJSONSchema(schema as z.ZodMiniType, { io: 'input' })
})
