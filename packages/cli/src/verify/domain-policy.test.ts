import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { generateKey } from '@inkproof/proof/note'
import { formatPolicy } from '@inkproof/proof/policy'
import { ORIGIN, samplePolicyText } from '@inkproof/proof/testing/sample-log'
import { afterEach, beforeAll, expect, test } from '@jest/globals'
import { generate } from 'selfsigned'
import { type Connection, fetchDomainPolicy, isPolicyDomain } from './domain-policy.ts'
import { readIssuer, readTrust } from './trust.ts'

const DOMAIN = 'notary.example'

let certificate: Awaited<ReturnType<typeof generate>>
beforeAll(async () => {
  certificate = await generate([{ name: 'commonName', value: DOMAIN }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: DOMAIN }] }],
  })
})

const cleanUps: (() => void)[] = []
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp()
})

/** Starts a web server for the domain and returns a connection to it. */
async function startServer(listener: RequestListener): Promise<Connection> {
  const server = createServer({ key: certificate.private, cert: certificate.cert }, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUps.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    resolve: async () => ({ address: '127.0.0.1', family: 4 }),
    port: (server.address() as AddressInfo).port,
    ca: certificate.cert,
  }
}

const POLICY = samplePolicyText(generateKey(ORIGIN).vkey)

test('fetches the policy of exactly the host that the user named', async () => {
  const requests: string[] = []
  const connection = await startServer(({ url, headers }, response) => {
    requests.push(`${headers.host} ${url}`)
    response.end(POLICY)
  })
  const policy = await readTrust([DOMAIN], { offline: false, connection })
  expect(policy).toMatchObject({ records: [{ origin: ORIGIN }] })
  expect(requests).toEqual([`${DOMAIN} /.well-known/inkproof/policy.json`])
})

test('reads the issuers of the domain that the user expects', async () => {
  const wallet = `0x${'ab'.repeat(20)}`
  const text = formatPolicy({
    version: 1,
    records: [],
    issuers: [{ wallet, from: '2026-01-01T00:00:00Z' }],
  })
  const connection = await startServer((_request, response) => void response.end(text))
  expect(await readIssuer(DOMAIN, { connection })).toMatchObject({
    domain: DOMAIN,
    issuers: [{ wallet }],
  })
  await expect(readTrust([DOMAIN], { offline: false, connection })).rejects.toThrow(
    /names no record/,
  )
})

test.each<[string, RequestListener, RegExp]>([
  [
    'redirects',
    (_request, response) =>
      void response.writeHead(302, { location: 'https://other.example/' }).end(),
    /status 302/,
  ],
  ['does not have it', (_request, response) => void response.writeHead(404).end(), /status 404/],
  ['sends something else', (_request, response) => void response.end('<html>'), /not JSON/],
  [
    'sends too much',
    (_request, response) => void response.end(' '.repeat(70_000)),
    /policy is too large/,
  ],
  ['closes the connection', (request) => void request.socket.destroy(), /socket hang up/],
])('rejects a domain that %s', async (_name, listener, message) => {
  const connection = await startServer(listener)
  await expect(fetchDomainPolicy(DOMAIN, connection)).rejects.toThrow(message)
})

test('rejects a certificate for another domain, or of an unknown authority', async () => {
  const connection = await startServer((_request, response) => void response.end(POLICY))
  await expect(fetchDomainPolicy('other.example', connection)).rejects.toThrow(/altnames/i)
  const { ca: _, ...unknown } = connection
  await expect(fetchDomainPolicy(DOMAIN, unknown)).rejects.toThrow(/self-signed/)
})

test('reports a domain that does not resolve', async () => {
  await expect(readTrust(['no-such-domain.invalid'], { offline: false })).rejects.toThrow(
    /policy cannot be used/,
  )
})

test.each([
  ['notary.example', true],
  ['sub.notary.example', true],
  ['co.uk', false],
  ['com', false],
  ['127.0.0.1', false],
  ['[::1]', false],
  ['localhost', false],
  ['notary.example:8443', false],
  ['user@notary.example', false],
  ['notary.example/path', false],
  ['not a domain', false],
  ['аcme.example', false],
])('whether %s can publish a policy: %s', async (text, expected) => {
  expect(await isPolicyDomain(text)).toBe(expected)
})
