/** A PKCS#11 token with keys, made by SoftHSM and OpenSC (Debian packages `softhsm2` and `opensc`). */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pemOf } from './pem.ts'

export const TOKEN = 'Seal token'
export const PIN = '123456'

export type StoredKey = {
  /** PKCS#8 in DER. */
  privateKey: Uint8Array
  /** DER; without it, the token has only the key. */
  certificate?: Uint8Array
  /** Of both, in hexadecimal. */
  id: string
}

export type TestToken = ReturnType<typeof makeToken>

export function makeToken() {
  const folder = mkdtempSync(path.join(tmpdir(), 'token-'))
  const objects = path.join(folder, 'objects')
  const variables = { SOFTHSM2_CONF: path.join(folder, 'softhsm2.conf') }
  const module = '/usr/lib/softhsm/libsofthsm2.so'
  const run = (program: string, args: string[], pin = PIN) =>
    execFileSync(program, args, {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', ...variables, PIN: pin },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  const tool = (args: string[], pin?: string) =>
    run('pkcs11-tool', ['--module', module, '--token-label', TOKEN, ...args], pin)
  const logIn = ['--login', '--pin', 'env:PIN']

  mkdirSync(objects)
  writeFileSync(variables.SOFTHSM2_CONF, `directories.tokendir = ${objects}\nlog.level = ERROR\n`)
  const init = ['--init-token', '--free', '--label', TOKEN, '--pin', PIN, '--so-pin', PIN]
  run('softhsm2-util', init)

  function addCertificate(certificate: Uint8Array, id: string): void {
    writeFileSync(path.join(folder, 'certificate.der'), certificate)
    const what = ['--write-object', 'certificate.der', '--type', 'cert']
    tool([...logIn, ...what, '--id', id])
  }
  return {
    folder,
    module,
    variables,
    add: ({ privateKey, certificate, id }: StoredKey) => {
      writeFileSync(path.join(folder, 'key.pem'), pemOf('PRIVATE KEY', privateKey))
      const key = ['--import', 'key.pem', '--token', TOKEN, '--pin', PIN]
      run('softhsm2-util', [...key, '--label', id, '--id', id])
      if (certificate) addCertificate(certificate, id)
    },
    replaceCertificate: (certificate: Uint8Array, id: string) => {
      tool([...logIn, '--delete-object', '--type', 'cert', '--id', id])
      addCertificate(certificate, id)
    },
    /** @throws Error if the PIN is wrong */
    logIn: (pin = PIN) => void tool([...logIn, '--list-objects'], pin),
    /** Whether a wrong PIN was entered since the last login. */
    isCountLow: () =>
      execFileSync('pkcs11-tool', ['--module', module, '--list-token-slots'], {
        env: { PATH: process.env['PATH'] ?? '', ...variables },
      }).includes('user PIN count low'),
    takeAway: () => {
      renameSync(objects, `${objects}-away`)
      mkdirSync(objects)
    },
    putBack: () => {
      rmSync(objects, { recursive: true })
      renameSync(`${objects}-away`, objects)
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
