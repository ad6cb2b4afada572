import { readdirSync } from 'node:fs'
import type { CallDefinition } from '@inkproof/protocol/call'
import { OpenApiDocument } from '@inkproof/protocol/openapi'
import { createLog } from '@inkproof/service-kit/log'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { composeAuth } from './features.ts'
import { startWithProvider } from './testing/provider-people.ts'
import type { TestAuth } from './testing/start.ts'

const MIN_CALL_COUNT = 60

let auth: TestAuth
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ auth, stop } = await startWithProvider())
})
afterAll(() => stop())

/** The calls below /api/auth, as `METHOD /path`. */
async function definedCalls(): Promise<string[]> {
  const folder = 'packages/protocol/src/calls'
  const files = readdirSync(folder).filter((file) => !file.endsWith('.test.ts'))
  const modules: Record<string, Partial<CallDefinition>>[] = []
  for (const file of files) modules.push(await import(`../../${folder}/${file}`))
  return modules
    .flatMap((module) => Object.values(module))
    .filter(({ path }) => path?.startsWith('/api/auth/'))
    .map(({ method, path }) => `${method} ${path}`)
}

test('every call defined for the service is implemented if a provider is configured', async () => {
  const { connection } = auth.mongo
  const resources = { redis: auth.redis.client, connection, log: createLog('svc-auth', 'silent') }
  const { calls } = composeAuth(auth.config, resources)
  const implemented = calls.map(({ definition: { method, path } }) => `${method} ${path}`)
  const defined = await definedCalls()
  expect(defined.length).toBeGreaterThan(MIN_CALL_COUNT)
  expect(implemented.sort()).toEqual(defined.sort())
})

test('serves its OpenAPI document without authentication', async () => {
  const response = await auth.send('GET', '/api/auth/openapi.json')
  expect(response.status).toBe(200)
  const { openapi, paths } = OpenApiDocument.parse(response.body())
  expect(openapi).toMatch(/^3\.1\./)
  expect(paths['/api/auth/workspaces/{id}']).toHaveProperty('patch.summary')
  expect(paths['/api/auth/openapi.json']).toHaveProperty('get')
})
