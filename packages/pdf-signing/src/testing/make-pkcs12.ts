/** PKCS#12 containers as certification authorities issue them, made by openssl (Debian package `openssl`). */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pemOf } from './pem.ts'

export const PASSPHRASE = 'correct horse'

export type Container = {
  /** PKCS#8 in DER; without it, the container has only certificates. */
  privateKey?: Uint8Array
  /** DER, in this order. */
  certificates: Uint8Array[]
  /** Encrypts as before OpenSSL 3: certificates with RC2, the key with 3DES. */
  isLegacy?: boolean
}

export function makePkcs12({ privateKey, certificates, isLegacy = false }: Container): Uint8Array {
  return inFolder((folder) => {
    const pem = certificates.map((der) => pemOf('CERTIFICATE', der)).join('')
    writeFileSync(path.join(folder, 'all.pem'), pem)
    if (privateKey) writeFileSync(path.join(folder, 'key.pem'), pemOf('PRIVATE KEY', privateKey))
    const key = privateKey ? ['-inkey', 'key.pem'] : ['-nokeys']
    const options = ['-in', 'all.pem', ...key, ...(isLegacy ? ['-legacy'] : [])]
    openssl(folder, [
      'pkcs12',
      '-export',
      '-out',
      'id.p12',
      '-passout',
      `pass:${PASSPHRASE}`,
      ...options,
    ])
    return new Uint8Array(readFileSync(path.join(folder, 'id.p12')))
  })
}

/**
 * A key with a self-signed certificate, in a container.
 *
 * @param newKey arguments of `openssl req`, such as `['-newkey', 'rsa:1024']`
 * @param usage the key usage, such as `digitalSignature`
 */
export function makeSelfSigned(newKey: string[], usage = 'digitalSignature'): Uint8Array {
  return inFolder((folder) => {
    const certificate = ['-subj', '/CN=Example Ltd', '-addext', `keyUsage=${usage}`]
    openssl(folder, [
      'req',
      '-x509',
      '-nodes',
      '-keyout',
      'key.pem',
      '-out',
      'id.pem',
      ...newKey,
      ...certificate,
    ])
    openssl(folder, [
      'pkcs12',
      '-export',
      '-out',
      'id.p12',
      '-passout',
      `pass:${PASSPHRASE}`,
      '-in',
      'id.pem',
      '-inkey',
      'key.pem',
    ])
    return new Uint8Array(readFileSync(path.join(folder, 'id.p12')))
  })
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'pkcs12-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function openssl(cwd: string, args: string[]): void {
  execFileSync('openssl', args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
}
