/**
 * The contract of every call, on the running system through the gateway: with an input that it takes and with one
 * that it refuses, its answer is what the service's own OpenAPI document says.
 */
import { readdirSync } from 'node:fs'
import { testSystem } from '@inkproof/launcher/testing/control'
import { type CallDefinition, isSchema } from '@inkproof/protocol/call'
import { authDescriptions, documentDescriptions } from '@inkproof/protocol/calls/openapi'
import { ERRORS, type ErrorCode } from '@inkproof/protocol/errors'
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { openApiDocument } from '../packages/service-kit/src/openapi/document.ts'
import { startProvider, type TestProvider } from '../svc-auth/src/testing/provider.ts'
import { type OwnAuth, startOwnAuth } from './support/own-auth.ts'
import { ACCOUNT_SAMPLES } from './testing/account.ts'
import { CONTENT_SAMPLES } from './testing/content.ts'
import { type Contract, contractOf } from './testing/contract.ts'
import { DOCUMENT_SAMPLES } from './testing/documents.ts'
import { FACTOR_SAMPLES } from './testing/factors.ts'
import { PROVIDER_SAMPLES, SIGN_IN_OPTION_SAMPLES } from './testing/providers.ts'
import { type CallRequest, sendCall } from './testing/request.ts'
import type { SampledGroup } from './testing/sample.ts'
import { SIGN_IN_SAMPLES } from './testing/sign-in.ts'
import { WORKSPACE_SAMPLES } from './testing/workspaces.ts'
import { makeWorld, type World } from './testing/world.ts'

jest.setTimeout(60_000)

/** The system has at least so many calls; a run that sees fewer reads the wrong files. */
const FEWEST_CALLS = 94
/** Methods to try on a path that does not take them. */
const METHODS = ['PATCH', 'PUT', 'DELETE', 'POST'] as const

const SAMPLES = {
  auth: [
    ...ACCOUNT_SAMPLES,
    ...SIGN_IN_SAMPLES,
    ...FACTOR_SAMPLES,
    ...SIGN_IN_OPTION_SAMPLES,
    ...WORKSPACE_SAMPLES,
    ...PROVIDER_SAMPLES,
  ],
  documents: DOCUMENT_SAMPLES,
  content: CONTENT_SAMPLES,
}
type Service = keyof typeof SAMPLES

const defined = await definedCalls()
const cases = (Object.keys(SAMPLES) as Service[]).flatMap((service) =>
  (SAMPLES[service] as SampledGroup[]).flatMap((group) =>
    Object.entries(group.calls).map(([name, definition]) => ({
      service,
      name,
      definition,
      sample: sampleOf(group, name),
      needsProvider: PROVIDER_SAMPLES.includes(group),
    })),
  ),
)
type Case = (typeof cases)[number]

let provider: TestProvider
let withProvider: OwnAuth
let world: World
let contracts: Record<Service, Contract>

beforeAll(async () => {
  // The running system has no outside provider; its calls are made to a svc-auth beside it that has one.
  withProvider = await startOwnAuth('calls', async (origin) => {
    provider = await startProvider(`${origin}/api/auth/provider/callback`)
    return provider.env
  })
  const { origin } = testSystem()
  world = await makeWorld({ origin, providerOrigin: withProvider.origin, provider })
  const read = async (at: string, { path }: CallDefinition) =>
    contractOf(await (await fetch(at + path)).json())
  contracts = {
    auth: await read(withProvider.origin, authDescriptions.describeAuthCalls),
    documents: await read(origin, documentDescriptions.describeDocumentCalls),
    // svc-content serves no description: its is written here, as the others write theirs.
    content: contractOf(openApiDocument(callsOf('content'), { title: 'Content', version: '1' })),
  }
})
afterAll(async () => {
  await withProvider?.stop()
  await provider?.stop()
})

/** Every definition in packages/protocol. */
async function definedCalls(): Promise<{ name: string; definition: CallDefinition }[]> {
  const folder = new URL('../packages/protocol/src/calls/', import.meta.url)
  const files = readdirSync(folder).filter((file) => !file.endsWith('.test.ts'))
  const modules: Record<string, CallDefinition>[] = []
  for (const file of files) modules.push(await import(new URL(file, folder).pathname))
  return modules
    .flatMap((module) => Object.entries(module))
    .filter(([, value]) => 'method' in value && 'path' in value)
    .map(([name, definition]) => ({ name, definition }))
}

function sampleOf({ samples }: SampledGroup, name: string) {
  const sample = samples[name]
  if (sample === undefined) throw new Error(`${name} has no sample`)
  return sample
}

function callsOf(service: Service) {
  return cases.filter((one) => one.service === service)
}

function send({ definition, needsProvider }: Case, request: CallRequest): Promise<Response> {
  const origin = needsProvider ? withProvider.origin : world.origin
  return sendCall(origin, definition, request, world.token)
}

/** Checks a refusal: documented, under the status of its code, named in header and body. */
async function expectRefusal(one: Case, response: Response, code: ErrorCode) {
  expect([response.headers.get('inkproof-error'), response.status]).toEqual([
    code,
    ERRORS[code].status,
  ])
  const { problems, text } = await contracts[one.service].check(one.definition, response)
  expect(problems).toEqual([])
  expect(contracts[one.service].documentedErrors(one.definition, response.status)).toContain(code)
  // A caller who accepts no JSON gets a sentence.
  if (code === 'NOT_ACCEPTABLE') expect(text).toContain(ERRORS[code].title.slice(0, -1))
  else expect(JSON.parse(text)).toMatchObject({ code, status: response.status })
}

test('every call that is defined is documented and has a sample', () => {
  const names = Object.values(contracts).flatMap(({ operations }) => operations)
  expect(names.toSorted()).toEqual(defined.map(({ name }) => name).toSorted())
  expect(cases.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  expect(cases.length).toBeGreaterThanOrEqual(FEWEST_CALLS)
})

test.each(cases)('$name answers a valid input as documented', async (one) => {
  const response = await send(one, await one.sample.valid(world))
  const { problems, text } = await contracts[one.service].check(one.definition, response)
  expect({ problems, text: response.status < 400 ? '' : text }).toEqual({ problems: [], text: '' })
  expect(response.headers.get('cache-control')).toBe(one.definition.cache ?? 'no-store')
})

test.each(cases)('$name refuses an invalid input as documented', async (one) => {
  const response = await send(one, await one.sample.invalid(world))
  await expectRefusal(one, response, one.sample.code)
})

test.each(cases)('$name names the methods of its path to others', async (one) => {
  const { path, method: own } = one.definition
  // A path with parameters can match that of another call: /workspaces/:id matches /workspaces/current.
  const taken = defined.filter(({ definition }) => matches(definition.path, path))
  const method = METHODS.find((another) =>
    taken.every(({ definition }) => definition.method !== another),
  )
  const response = await send(one, { ...(method && { method }) })
  await expectRefusal(one, response, 'METHOD_NOT_ALLOWED')
  expect(response.headers.get('allow')?.split(', ')).toContain(own)
})

function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)
}

test.each(cases.filter(({ definition }) => definition.body))(
  '$name takes JSON only',
  async (one) => {
    const { headers, ...valid } = await one.sample.valid(world)
    const request = { ...valid, headers: { ...headers, 'content-type': 'text/csv' }, body: 'a,b' }
    await expectRefusal(one, await send(one, request), 'NOT_JSON')
  },
)

test.each(cases.filter(({ definition }) => hasBody(definition)))(
  '$name refuses a caller who accepts none of its types',
  async (one) => {
    const request = { headers: { accept: 'font/woff2' } }
    await expectRefusal(one, await send(one, request), 'NOT_ACCEPTABLE')
  },
)

function hasBody({ answers }: CallDefinition): boolean {
  return Object.values(answers).some(
    (answer) => isSchema(answer) || 'type' in answer || answer.kind === 'events',
  )
}
