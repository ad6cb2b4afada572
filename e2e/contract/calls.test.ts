/**
 * Tests the contract of every call on the running system, through the gateway: responses to a valid and an invalid
 * input must match the OpenAPI document of the service.
 */
import { SERVICES } from '@inkproof/launcher/system/services'
import { testSystem } from '@inkproof/launcher/testing/control'
import { type CallDefinition, isSchema } from '@inkproof/protocol/call'
import { ERRORS, type ErrorCode } from '@inkproof/protocol/errors'
import { OpenApiDocument } from '@inkproof/protocol/openapi'
import { importCalls } from '@inkproof/service-kit/testing/import-calls'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openApiDocument } from '../../packages/service-kit/src/openapi/document.ts'
import { startProvider, type TestProvider } from '../../svc-auth/src/testing/provider.ts'
import { sharedDatabase, startTestAuth, type TestAuth } from '../support/test-auth.ts'
import { ACCOUNT_SAMPLES } from '../testing/account.ts'
import { CONTENT_SAMPLES } from '../testing/content.ts'
import { type Contract, readContract } from '../testing/contract.ts'
import { DOCUMENT_SAMPLES } from '../testing/documents.ts'
import { FACTOR_SAMPLES } from '../testing/factors.ts'
import { PROVIDER_SAMPLES, SIGN_IN_OPTION_SAMPLES } from '../testing/providers.ts'
import { type CallRequest, sendCall } from '../testing/request.ts'
import type { SampledGroup } from '../testing/sample.ts'
import { SIGN_IN_SAMPLES } from '../testing/sign-in.ts'
import { SIGNING_SAMPLES } from '../testing/signing.ts'
import { WORKSPACE_SAMPLES } from '../testing/workspaces.ts'
import { createWorld, type World } from '../testing/world.ts'

/** The minimum number of calls; a run that finds fewer reads the wrong files. */
const MIN_CALLS = 110
/** Methods to try on paths that do not support them. */
const METHODS = ['PATCH', 'PUT', 'DELETE', 'POST'] as const

/** The samples of each service that has calls, by its name at the gateway. */
const SAMPLES: Readonly<Record<string, readonly SampledGroup[]>> = {
  auth: [
    ...ACCOUNT_SAMPLES,
    ...SIGN_IN_SAMPLES,
    ...FACTOR_SAMPLES,
    ...SIGN_IN_OPTION_SAMPLES,
    ...WORKSPACE_SAMPLES,
    ...PROVIDER_SAMPLES,
  ],
  documents: DOCUMENT_SAMPLES,
  signing: SIGNING_SAMPLES,
  content: CONTENT_SAMPLES,
}

const defined = await importCalls()
const cases = SERVICES.flatMap(({ name: service }) =>
  (SAMPLES[service] ?? []).flatMap((group) =>
    Object.entries(group.calls).map(([name, definition]) => ({
      service,
      name,
      definition,
      sample: findSample(group, name),
      needsProvider: PROVIDER_SAMPLES.includes(group),
    })),
  ),
)
type Case = (typeof cases)[number]

let provider: TestProvider
let withProvider: TestAuth
let world: World
let contracts: Map<string, Contract>

beforeAll(async () => {
  // The running system has no external provider; a separate svc-auth serves the calls that need one.
  const { origin } = testSystem()
  withProvider = await startTestAuth('calls', async () => {
    provider = await startProvider(`${origin}/api/auth/provider/callback`)
    return { ...provider.env, ...sharedDatabase() }
  })
  world = await createWorld({ origin, providerOrigin: withProvider.origin, provider })
  const names = SERVICES.map(({ name }) => name)
  const read = names.map(async (name) => [name, await readContractOf(name)] as const)
  contracts = new Map(await Promise.all(read))
})
afterAll(async () => {
  await withProvider?.stop()
  await provider?.stop()
})

function findSample({ samples }: SampledGroup, name: string) {
  const sample = samples[name]
  if (sample === undefined) throw new Error(`${name} has no sample`)
  return sample
}

/** Reads the OpenAPI document that a service serves; if it serves none, generates the document from its calls. */
async function readContractOf(service: string): Promise<Contract> {
  const calls = cases.filter((testCase) => testCase.service === service)
  const description = calls.find(({ definition }) => definition.responses[200] === OpenApiDocument)
  if (description === undefined)
    return readContract(openApiDocument(calls, { title: service, version: '1' }))
  // Only a svc-auth with an external provider describes the calls that require a provider.
  const response = await fetch(withProvider.origin + description.definition.path)
  return readContract(await response.json())
}

function contractOf({ service }: Case): Contract {
  const contract = contracts.get(service)
  if (contract === undefined) throw new Error(`the contract of ${service} was not read`)
  return contract
}

function send({ definition, needsProvider }: Case, request: CallRequest): Promise<Response> {
  const origin = needsProvider ? withProvider.origin : world.origin
  return sendCall(origin, definition, request, world.token)
}

/** Expects a documented error: its code in header and body, and the status that belongs to the code. */
async function expectRefusal(testCase: Case, response: Response, code: ErrorCode) {
  expect([response.headers.get('inkproof-error'), response.status]).toEqual([
    code,
    ERRORS[code].status,
  ])
  const { problems, text } = await contractOf(testCase).check(testCase.definition, response)
  expect(problems).toEqual([])
  const documented = contractOf(testCase).documentedErrors(testCase.definition, response.status)
  expect(documented).toContain(code)
  // A client that does not accept JSON receives plain text.
  if (code === 'NOT_ACCEPTABLE') expect(text).toContain(ERRORS[code].title.slice(0, -1))
  else expect(JSON.parse(text)).toMatchObject({ code, status: response.status })
}

test('every defined call is documented and has a sample', () => {
  const sampled = new Set(cases.map(({ name }) => name))
  const missing = defined.filter(({ name }) => !sampled.has(name))
  expect(missing.map(({ name }) => `${name}: add its group to SAMPLES above`)).toEqual([])
  const names = [...contracts.values()].flatMap(({ operations }) => operations)
  expect(names.toSorted()).toEqual(defined.map(({ name }) => name).toSorted())
  expect(cases.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  expect(cases.length).toBeGreaterThanOrEqual(MIN_CALLS)
})

const sentRequests = new Map<Case, CallRequest>()

test.each(cases)('$name responds to a valid input as documented', async (testCase) => {
  const request = await testCase.sample.valid(world)
  sentRequests.set(testCase, request)
  const response = await send(testCase, request)
  const { problems, text } = await contractOf(testCase).check(testCase.definition, response)
  expect({ problems, text: response.status < 400 ? '' : text }).toEqual({ problems: [], text: '' })
  expect(response.headers.get('cache-control')).toBe(testCase.definition.cache ?? 'no-store')
})

test.each(cases)('$name refuses an invalid input as documented', async (testCase) => {
  const response = await send(testCase, await testCase.sample.invalid(world))
  await expectRefusal(testCase, response, testCase.sample.code)
})

test.each(cases)(
  '$name responds to unsupported methods with the supported ones',
  async (testCase) => {
    const { path, method: supported } = testCase.definition
    // A path with parameters can match that of another call: /workspaces/:id matches /workspaces/current.
    const samePath = defined.filter(({ definition }) => matches(definition.path, path))
    const method = METHODS.find((candidate) =>
      samePath.every(({ definition }) => definition.method !== candidate),
    )
    const response = await send(testCase, { ...(method && { method }) })
    await expectRefusal(testCase, response, 'METHOD_NOT_ALLOWED')
    expect(response.headers.get('allow')?.split(', ')).toContain(supported)
  },
)

function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)
}

test.each(cases.filter(({ definition }) => definition.body))(
  '$name accepts only JSON',
  async (testCase) => {
    // The content type is checked first, so it does not matter that the request has been sent before.
    const { headers, ...valid } = sentRequests.get(testCase) ?? (await testCase.sample.valid(world))
    const request = { ...valid, headers: { ...headers, 'content-type': 'text/csv' }, body: 'a,b' }
    await expectRefusal(testCase, await send(testCase, request), 'NOT_JSON')
  },
)

test.each(cases.filter(({ definition }) => definition.upload))(
  '$name accepts only files of its content type',
  async (testCase) => {
    const { headers, ...valid } = await testCase.sample.valid(world)
    const request = { ...valid, headers: { ...headers, 'content-type': 'text/csv' } }
    await expectRefusal(testCase, await send(testCase, request), 'WRONG_MEDIA_TYPE')
  },
)

test.each(cases.filter(({ definition }) => hasBody(definition)))(
  '$name refuses a client that accepts none of its content types',
  async (testCase) => {
    const request = { headers: { accept: 'font/woff2' } }
    await expectRefusal(testCase, await send(testCase, request), 'NOT_ACCEPTABLE')
  },
)

function hasBody({ responses }: CallDefinition): boolean {
  return Object.values(responses).some(
    (response) => isSchema(response) || 'type' in response || response.kind === 'events',
  )
}
