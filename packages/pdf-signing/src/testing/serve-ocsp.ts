/** An OCSP responder behind HTTP, whose responses openssl makes (Debian package `openssl`). */
import 'reflect-metadata'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import * as x509 from '@peculiar/x509'
import { OCSPRequest } from 'pkijs'
import { type Authority, issueDigitalId, type KeyType } from '../pki.ts'
import { pemOf } from './pem.ts'
import { reissue } from './reissue.ts'
import { serve, type TestServer } from './serve-time-stamps.ts'

/** A certificate with its key in PKCS#8, both in DER. */
export type Responder = { certificate: Uint8Array; privateKey: Uint8Array }

export type OcspSettings = {
  /** What it says about the certificates that it is asked about. */
  status: 'good' | 'revoked' | 'unknown'
  /** Since when they are revoked. */
  revokedAt: Date
  /** Who signs; the authority itself unless set. */
  responder: Responder
  /** More arguments of `openssl ocsp`, such as `['-ndays', '1']`. */
  args: string[]
  /** Answers instead; null for 503. */
  instead?: Uint8Array | null | undefined
}

export type TestOcsp = TestServer & { readonly settings: OcspSettings }

const run = promisify(execFile)
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9'
/** Nobody needs to check whether the responder itself was revoked (4.2.2.2.1). */
const OCSP_NO_CHECK = '1.3.6.1.5.5.7.48.1.5'

/** Starts a responder for the certificates of an authority. Its settings can be changed at any time. */
export async function serveOcsp(authority: Authority): Promise<TestOcsp> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ocsp-'))
  const file = (name: string) => path.join(folder, name)
  writeFileSync(file('ca.pem'), pemOf('CERTIFICATE', authority.certificate))
  const settings: OcspSettings = {
    ...{ status: 'good', responder: authority, args: ['-ndays', '1'] },
    revokedAt: new Date('2026-01-01'),
  }
  let count = 0
  const server = await serve(async (body, response) => {
    if (settings.instead === null) return void response.writeHead(503).end()
    response.end(settings.instead ?? (await respond(body, ++count)))
  })

  async function respond(request: Buffer, number: number): Promise<Buffer> {
    const { args, responder } = settings
    const name = (what: string) => file(`${number}-${what}`)
    writeFileSync(name('request'), request)
    writeFileSync(name('index'), indexLine(serialIn(request), settings))
    writeFileSync(name('responder.pem'), pemOf('CERTIFICATE', responder.certificate))
    writeFileSync(name('key.pem'), pemOf('PRIVATE KEY', responder.privateKey))
    const files = ['-index', name('index'), '-CA', file('ca.pem')]
    const signer = ['-rsigner', name('responder.pem'), '-rkey', name('key.pem')]
    const io = ['-reqin', name('request'), '-respout', name('response')]
    await run('openssl', ['ocsp', ...files, ...signer, ...io, ...args])
    return readFileSync(name('response'))
  }

  const { stop } = server
  return Object.assign(server, {
    settings,
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true })
    },
  })
}

export type ResponderOptions = {
  purposes?: string[]
  usage?: x509.KeyUsageFlags
  keyType?: KeyType
  /** More extensions of its certificate. */
  added?: x509.Extension[]
}

/** A responder to which the authority has delegated its responses (RFC 6960, 4.2.2.2), or another certificate of it. */
export async function issueResponder(
  authority: Authority,
  now: Date,
  { added = [], keyType, purposes = [OCSP_SIGNING], usage }: ResponderOptions = {},
): Promise<Responder> {
  const { certificate, privateKey } = await issueDigitalId(authority, {
    commonName: 'Example responder',
    now,
    ...(keyType && { keyType }),
  })
  const extensions = [
    new x509.KeyUsagesExtension(usage ?? x509.KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension(purposes),
    new x509.Extension(OCSP_NO_CHECK, false, new Uint8Array([5, 0])),
    ...added,
  ]
  return { certificate: await reissue(authority, certificate, extensions), privateKey }
}

function serialIn(request: Buffer): string {
  const { tbsRequest } = OCSPRequest.fromBER(new Uint8Array(request))
  const serial = tbsRequest.requestList[0]?.reqCert.serialNumber.valueBlock.valueHexView
  return Buffer.from(serial ?? [])
    .toString('hex')
    .toUpperCase()
}

/** The database of `openssl ca`, with one certificate; empty if it is unknown. */
function indexLine(serial: string, { revokedAt, status }: OcspSettings): string {
  if (status === 'unknown') return ''
  const number = serial.replace(/^00/, '')
  const isRevoked = status === 'revoked'
  // UTCTime.
  const time = `${revokedAt.toISOString().slice(2, 19).replaceAll(/[-T:]/g, '')}Z`
  return `${isRevoked ? 'R' : 'V'}\t491231235959Z\t${isRevoked ? time : ''}\t${number}\tunknown\t/CN=Example\n`
}
