import { createSocket } from 'node:dgram'
import dns from 'node:dns/promises'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKey } from '@inkproof/proof/note'
import { afterEach, expect, test } from '@jest/globals'
import { lookUpTxt, readTrust } from './trust.ts'

const DOMAIN = 'notary.example'
const NO_ERROR = 0
const SERVER_FAILED = 2
const NO_SUCH_NAME = 3

const cleanUps: (() => void)[] = []
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp()
})

/**
 * Starts a DNS server that sends the same response to every query (RFC 1035 §4): one TXT record, or
 * an error code.
 */
async function startDnsServer(code: number, text = ''): Promise<void> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    socket.send(buildResponse(query, code, text), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  useDnsServer((socket.address() as AddressInfo).port)
  cleanUps.push(() => socket.close())
}

function useDnsServer(port: number): void {
  const before = dns.getServers()
  dns.setServers([`127.0.0.1:${port}`])
  cleanUps.push(() => dns.setServers(before))
}

function buildResponse(query: Buffer, code: number, text: string): Buffer {
  const end = query.indexOf(0, 12) + 5
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180 | code, 2)
  header.writeUInt16BE(text === '' ? 0 : 1, 6)
  header.writeUInt32BE(0, 8)
  if (text === '') return Buffer.concat([header, query.subarray(12, end)])
  const parts = text.match(/.{1,200}/g) ?? []
  const data = Buffer.concat(
    parts.map((part) => Buffer.from(`${String.fromCharCode(part.length)}${part}`, 'latin1')),
  )
  const record = Buffer.from([
    0xc0,
    12,
    0,
    16,
    0,
    1,
    0,
    0,
    0,
    60,
    data.length >> 8,
    data.length & 255,
  ])
  return Buffer.concat([header, query.subarray(12, end), record, data])
}

test('reads the TXT records of a domain', async () => {
  await startDnsServer(NO_ERROR, 'inkproof-issuer=0xab')
  expect(await lookUpTxt(DOMAIN)).toEqual(['inkproof-issuer=0xab'])
})

test.each([
  ['no such name', NO_SUCH_NAME],
  ['no such record', NO_ERROR],
])('returns no records if the DNS server responds "%s"', async (_name, code) => {
  await startDnsServer(code)
  expect(await lookUpTxt(DOMAIN)).toEqual([])
})

test('returns undefined when the DNS server fails or is unreachable', async () => {
  await startDnsServer(SERVER_FAILED)
  expect(await lookUpTxt(DOMAIN)).toBeUndefined()
  useDnsServer(9)
  expect(await lookUpTxt(DOMAIN)).toBeUndefined()
  await expect(readTrust([DOMAIN], false)).rejects.toThrow(/did not respond/)
})

test('does not look up invalid domains', async () => {
  expect(await lookUpTxt('not a domain')).toBeUndefined()
})

test('looks up a domain even if the working directory contains a file of that name', async () => {
  const attackerKey = generateKey('evil.example/log').vkey
  const trustedKey = generateKey('notary.example/log').vkey
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-trust-'))
  writeFileSync(join(folder, DOMAIN), JSON.stringify({ logKey: attackerKey }))
  const before = process.cwd()
  process.chdir(folder)
  cleanUps.push(() => {
    process.chdir(before)
    rmSync(folder, { recursive: true })
  })
  await startDnsServer(NO_ERROR, `inkproof-log=${trustedKey}`)
  const policy = await readTrust([DOMAIN], false)
  expect(policy).toMatchObject({ logs: [{ key: { name: 'notary.example/log' } }] })
})
