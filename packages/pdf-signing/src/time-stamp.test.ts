import { createHash } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { TimeStampErrorCode } from './errors.ts'
import type { IssuedId } from './pki.ts'
import { integer, sequence } from './sign/der.ts'
import { OID } from './sign/oids.ts'
import { makePki, type TestPki } from './testing/make-pki.ts'
import {
  type Answer,
  serve,
  serveTimeStamps,
  type TestServer,
} from './testing/serve-time-stamps.ts'
import { parseTimeStampRequest, timeStampRequest } from './time-stamp/request.ts'
import { parseSignedData } from './time-stamp/signed-data.ts'
import { requestTimeStamp, timeStamper } from './time-stamp.ts'
import { issueToken, respond } from './time-stamp-authority.ts'
import { timeStampChain } from './time-stamp-chain.ts'

const NOW = new Date('2026-01-02T03:04:05.678Z')
const now = () => NOW
const digest = createHash('sha256').update('document').digest()
const OK = { 'content-type': 'application/timestamp-reply' }

let pki: TestPki
let authority: { digitalId: IssuedId; now: () => Date }
const servers: TestServer[] = []
beforeAll(async () => {
  pki = await makePki({ now })
  authority = { digitalId: pki.timeStampId, now }
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

async function start(server: Promise<TestServer>): Promise<TestServer> {
  servers.push(await server)
  return server
}

const answering = (answer: Answer) => start(serve(answer))
const genuine = () => start(serveTimeStamps(authority))

test('an authority stamps a digest, in whole seconds', async () => {
  const { url } = await genuine()
  const { time } = await requestTimeStamp(digest, { urls: [url], now })
  expect(time).toEqual(new Date('2026-01-02T03:04:05Z'))
  const token = await timeStamper({ urls: [url], now })(digest)
  expect(parseSignedData(token)?.contentType).toBe(OID.timeStampInfo)
})

/** What is wrong with an answer, and how the answer is made. */
const FAULTS: [TimeStampErrorCode, string, Answer][] = [
  ['http-status', 'an error page', (_, response) => void response.writeHead(503).end('busy')],
  ['malformed', 'a web page', (_, response) => void response.writeHead(200).end('<html>')],
  ['malformed', 'nothing', (_, response) => void response.writeHead(200).end()],
  [
    'malformed',
    'more than 64 kB',
    (_, response) => void response.writeHead(200, OK).end(Buffer.alloc(70_000)),
  ],
  [
    'malformed',
    'a grant without a token',
    (_, response) => void response.writeHead(200, OK).end(sequence(sequence(integer(0)))),
  ],
  [
    'rejected',
    'a rejection',
    (_, response) => void response.writeHead(200, OK).end(sequence(sequence(integer(2)))),
  ],
  [
    'wrong-imprint',
    'a token over another digest',
    async (body, response) => {
      const nonce = parseTimeStampRequest(body)?.nonce
      await reply(response, issueToken(authority, Buffer.alloc(32), nonce))
    },
  ],
  [
    'wrong-nonce',
    'an earlier token',
    async (_, response) =>
      reply(response, issueToken(authority, digest, parseTimeStampRequest(EARLIER)?.nonce)),
  ],
  [
    'wrong-nonce',
    'a token without a nonce',
    async (_, response) => reply(response, issueToken(authority, digest)),
  ],
  [
    'wrong-key-usage',
    'a token of a signer',
    async (body, response) => {
      const digitalId = await pki.issue('Jane Roe')
      response.writeHead(200, OK).end(await respond({ digitalId, now }, body))
    },
  ],
  [
    'signature-not-valid',
    'a changed token',
    async (body, response) => {
      const bytes = await respond(authority, body)
      // The last bytes are those of the signature.
      bytes[bytes.length - 1] = (bytes[bytes.length - 1] as number) ^ 1
      response.writeHead(200, OK).end(bytes)
    },
  ],
  [
    'wrong-time',
    'a token of yesterday',
    async (body, response) => {
      const yesterday = () => new Date(NOW.getTime() - 24 * 3_600_000)
      response.writeHead(200, OK).end(await respond({ ...authority, now: yesterday }, body))
    },
  ],
  ['unreachable', 'an interruption', (_, response) => void response.destroy()],
]
const EARLIER = timeStampRequest(digest, 1n)

async function reply(response: Parameters<Answer>[1], token: Promise<Buffer>): Promise<void> {
  response.writeHead(200, OK).end(sequence(sequence(integer(0)), await token))
}

test.each(FAULTS)('%s: %s', async (code, _, answer) => {
  const { url } = await answering(answer)
  await expect(requestTimeStamp(digest, { urls: [url], now })).rejects.toMatchObject({
    name: 'NoTimeStamp',
    failures: [{ url, code }],
  })
})

test('a redirect is not followed', async () => {
  const other = await genuine()
  const { url } = await answering(
    (_, response) => void response.writeHead(303, { location: other.url }).end(),
  )
  await expect(requestTimeStamp(digest, { urls: [url], now })).rejects.toMatchObject({
    failures: [{ code: 'unreachable' }],
  })
  expect(other.requests).toBe(0)
})

describe('of several authorities', () => {
  test('the first is asked first, and the others only if it fails', async () => {
    const [first, second] = [await genuine(), await genuine()]
    await requestTimeStamp(digest, { urls: [first.url, second.url], now })
    expect([first.requests, second.requests]).toEqual([1, 0])
    await first.stop()
    servers.shift()
    await requestTimeStamp(digest, { urls: [first.url, second.url], now })
    expect(second.requests).toBe(1)
  })

  test('one that does not answer is left after its deadline', async () => {
    const silent = await answering(() => undefined)
    const other = await genuine()
    const urls = [silent.url, other.url]
    await requestTimeStamp(digest, { urls, timeoutMs: 100, now })
    await expect(
      requestTimeStamp(digest, { urls: [silent.url], timeoutMs: 100, now }),
    ).rejects.toMatchObject({ failures: [{ code: 'timeout' }] })
  })

  test('all failures are reported', async () => {
    const busy = await answering((_, response) => void response.writeHead(429).end())
    const urls = [busy.url, 'http://127.0.0.1:1/']
    await expect(requestTimeStamp(digest, { urls, now })).rejects.toMatchObject({
      failures: [{ code: 'http-status' }, { code: 'unreachable' }],
    })
  })

  test('none configured is a failure without a reason', async () => {
    await expect(requestTimeStamp(digest, { urls: [] })).rejects.toMatchObject({ failures: [] })
  })
})

test.each([
  ['garbage', Buffer.from('GET / HTTP/1.1')],
  ['a digest of SHA-1', Buffer.from('3021020101301f300706052b0e03021a0414'.padEnd(76, '0'), 'hex')],
])('the authority rejects a request with %s', async (_, request) => {
  const answer = await respond(authority, request)
  expect(answer.toString('hex')).toBe('300930070201020302' + '0204')
})

test('the certificates of a token lead from its signer to the root, whatever else it contains', async () => {
  const { certificate, chain } = pki.timeStampId
  const other = await makePki({ now })
  const [root] = chain
  const digitalId = { ...pki.timeStampId, chain: [...other.timeStampId.chain, ...chain] }
  const token = await issueToken({ ...authority, digitalId }, digest)
  expect(timeStampChain(token)).toEqual({ certificate, chain: [root] })
  const alone = await issueToken({ ...authority, digitalId: { ...digitalId, chain: [] } }, digest)
  expect(timeStampChain(alone)).toEqual({ certificate, chain: [] })
  expect(timeStampChain(Buffer.from('no token'))).toBeNull()
})
