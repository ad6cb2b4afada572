import { createPrivateKey, X509Certificate } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logAnchorAddress } from '@inkproof/contracts/deploy'
import { readCrl } from '@inkproof/pdf-signing/crl'
import { readInstallationAuthority } from '@inkproof/pdf-signing/installation-authority'
import { fromHex } from '@inkproof/proof/bytes'
import { formatVkey, openNote, parsePrivateKey, signNote } from '@inkproof/proof/note'
import { computeOrigin } from '@inkproof/proof/origin'
import { readServiceIdentity, readServiceKeys } from '@inkproof/service-kit/service-keys'
import { readSessionKeys } from '@inkproof/service-kit/session-keys'
import { afterEach, describe, expect, test } from '@jest/globals'
import { identityToRecipient } from 'age-encryption'
import { keysPath, loadKeys, rotateCheckpointKey } from './keys.ts'
import { replaceSigningAuthority } from './replace-signing-authority.ts'
import { SERVICES } from './services.ts'
import { rootKeyPath } from './signing-authority.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

test('creates keys that only their owner can read', async () => {
  const data = freshFolder()
  await loadKeys(data)
  expect(statSync(keysPath(data)).mode & 0o777).toBe(0o600)
  expect(statSync(data).mode & 0o777).toBe(0o700)
})

test('restricts the permissions of a folder that others could read', async () => {
  const data = freshFolder()
  chmodSync(data, 0o755)
  await loadKeys(data)
  expect(statSync(data).mode & 0o777).toBe(0o700)
})

test('reads the same keys again', async () => {
  const data = freshFolder()
  expect(await loadKeys(data)).toEqual(await loadKeys(data))
})

test('creates different keys and record names for each installation', async () => {
  const [first, second] = [await loadKeys(freshFolder()), await loadKeys(freshFolder())]
  for (const name of [
    'SESSION_KEY',
    'CHECKPOINT_KEY',
    'ANCHOR_KEY',
    'SHARE_KEY',
    'LOG_ORIGIN',
  ] as const) {
    expect(first[name]).not.toBe(second[name])
  }
})

test('throws instead of replacing a required key that is missing', async () => {
  const data = freshFolder()
  await loadKeys(data)
  const text = readFileSync(keysPath(data), 'utf8')
  writeFileSync(keysPath(data), text.replace(/^ANCHOR_KEY=.*$/m, ''))
  await expect(loadKeys(data)).rejects.toThrow('lacks ANCHOR_KEY')
  expect(readFileSync(keysPath(data), 'utf8')).not.toContain('ANCHOR_KEY')
})

test('adds a key missing from an older installation only once, and keeps the existing keys', async () => {
  const data = freshFolder()
  const { AUTH_KEY: _added, ...before } = await loadKeys(data)
  const text = readFileSync(keysPath(data), 'utf8')
  writeFileSync(keysPath(data), text.replace(/^AUTH_KEY=.*\n/m, ''))
  const after = await loadKeys(data)
  expect(after).toMatchObject(before)
  expect(after.AUTH_KEY).toMatch(/^[\w-]{43}$/)
  expect(await loadKeys(data)).toEqual(after)
})

test('creates a key for each service, whose public key all services know', async () => {
  const found: Readonly<Record<string, string>> = await loadKeys(freshFolder())
  const keys = readServiceKeys(found['SERVICE_KEYS'] ?? '')
  expect(keys.size).toBe(SERVICES.length)
  for (const { folder, variable } of SERVICES) {
    const key = found[`SERVICE_KEY_${variable}`] ?? ''
    expect(readServiceIdentity(folder, key, keys)).toMatchObject({ service: folder })
  }
})

test('adds the key of a new service and keeps the other keys valid', async () => {
  const data = freshFolder()
  const before = await loadKeys(data)
  const text = readFileSync(keysPath(data), 'utf8')
  writeFileSync(keysPath(data), text.replace(/^SERVICE_KEY_DOCUMENTS=.*\n/m, ''))
  const { SERVICE_KEYS, ...after } = await loadKeys(data)
  const keys = readServiceKeys(SERVICE_KEYS)
  expect(after['SERVICE_KEY_AUTH']).toBe(before['SERVICE_KEY_AUTH'])
  expect(after['SERVICE_KEY_DOCUMENTS']).not.toBe(before['SERVICE_KEY_DOCUMENTS'])
  for (const key of readServiceKeys(before.SERVICE_KEYS).keys()) expect(keys.has(key)).toBe(true)
  const key = after['SERVICE_KEY_DOCUMENTS'] ?? ''
  expect(readServiceIdentity('svc-documents', key, keys).service).toBe('svc-documents')
})

const bytesOf = (address: string) => fromHex(address.slice(2).toLowerCase())

test('names the record after the embedded chain, the standard contract and the new operator', async () => {
  const { LOG_ORIGIN, OPERATOR } = await loadKeys(freshFolder())
  const contract = bytesOf(logAnchorAddress)
  expect(LOG_ORIGIN).toBe(
    computeOrigin({ chainId: 31_337n, contract, operator: bytesOf(OPERATOR) }),
  )
})

/** The first account of anvil, whose key is public. */
const ANVIL_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

test('names the record after the configured chain, contract and account, and stores the key of that account', async () => {
  const contract = '0x79746f61278C7f727b79cBf89Cd1573F3565aceb'
  const settings = {
    CHAIN_ID: '11155111',
    LOG_ANCHOR: contract,
    ANCHOR_KEY: ANVIL_KEY,
  }
  const { LOG_ORIGIN, OPERATOR, ANCHOR_KEY } = await loadKeys(freshFolder(), settings)
  const operator = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
  expect([ANCHOR_KEY, OPERATOR]).toEqual([settings.ANCHOR_KEY, operator])
  const input = { chainId: 11_155_111n, contract: bytesOf(contract), operator: bytesOf(operator) }
  expect(LOG_ORIGIN).toBe(computeOrigin(input))
})

test('keeps the name of an existing record when the settings change', async () => {
  const data = freshFolder()
  const before = await loadKeys(data)
  expect(await loadKeys(data, { CHAIN_ID: '1' })).toEqual(before)
})

test('creates a checkpoint key whose signatures the public key verifies', async () => {
  const { CHECKPOINT_KEY, LOG_ORIGIN } = await loadKeys(freshFolder())
  const key = parsePrivateKey(CHECKPOINT_KEY)
  expect(openNote(signNote('text\n', [key]), key)).toBe('text\n')
  expect(key.name).toBe(LOG_ORIGIN)
})

test('replaces the checkpoint key once, and keeps the old one and all other keys', async () => {
  const data = freshFolder()
  const { CHECKPOINT_KEY, ...others } = await loadKeys(data)
  const vkey = rotateCheckpointKey(data)
  const after = await loadKeys(data)
  expect(after).toEqual({
    ...others,
    CHECKPOINT_KEY: expect.any(String),
    PREVIOUS_CHECKPOINT_KEY: CHECKPOINT_KEY,
  })
  expect(after.CHECKPOINT_KEY).not.toBe(CHECKPOINT_KEY)
  expect(formatVkey(parsePrivateKey(after.CHECKPOINT_KEY))).toBe(vkey)
  expect(parsePrivateKey(after.CHECKPOINT_KEY).name).toBe(others.LOG_ORIGIN)
  expect(() => rotateCheckpointKey(data)).toThrow('delete PREVIOUS_CHECKPOINT_KEY')
  expect(await loadKeys(data)).toEqual(after)
})

test('replaces a lost checkpoint key', async () => {
  const data = freshFolder()
  const { CHECKPOINT_KEY } = await loadKeys(data)
  const text = readFileSync(keysPath(data), 'utf8')
  writeFileSync(keysPath(data), text.replace(/^CHECKPOINT_KEY=.*$/m, ''))
  expect(() => rotateCheckpointKey(data)).toThrow('add --lost')
  rotateCheckpointKey(data, { isLost: true })
  const after: Readonly<Record<string, string>> = await loadKeys(data)
  expect([after['LOST_CHECKPOINT_KEY'], after['PREVIOUS_CHECKPOINT_KEY']]).toEqual([
    'true',
    undefined,
  ])
  expect(after['CHECKPOINT_KEY']).not.toBe(CHECKPOINT_KEY)
})

test('refuses to replace the checkpoint key of a folder without keys', async () => {
  expect(() => rotateCheckpointKey(freshFolder())).toThrow('there is no key to replace')
})

test('replaces the signing authority, and no other key', async () => {
  const data = freshFolder()
  const { SIGNING_AUTHORITY, ...others } = await loadKeys(data)
  await replaceSigningAuthority(data, { isStolen: true })
  const after = await loadKeys(data)
  expect(after).toEqual({ ...others, SIGNING_AUTHORITY: expect.any(String) })
  const [before, now] = [SIGNING_AUTHORITY, after.SIGNING_AUTHORITY].map((text) =>
    readInstallationAuthority(text, '', new Date()),
  )
  expect(now?.root).toEqual(before?.root)
  expect(now?.issuing.certificate).not.toEqual(before?.issuing.certificate)
  expect(readCrl(now?.rootCrl ?? new Uint8Array()).revoked).toHaveLength(2)
})

test('explains why the signing authority is not replaced, and changes nothing', async () => {
  const data = freshFolder()
  const replace = (rootKeyFile?: string) =>
    replaceSigningAuthority(data, { isStolen: false, rootKeyFile })
  await expect(replace()).rejects.toThrow('there is no authority to replace')
  const keys = await loadKeys(data)
  const other = freshFolder()
  await loadKeys(other)
  await expect(replace(join(other, 'none.key'))).rejects.toThrow('--root-key FILE')
  await expect(replace(rootKeyPath(other))).rejects.toThrow('is not the private key of the root')
  expect(await loadKeys(data)).toEqual(keys)
  const text = readFileSync(keysPath(data), 'utf8')
  writeFileSync(keysPath(data), text.replace(/^SIGNING_AUTHORITY=.*$/m, 'SIGNING_AUTHORITY=abc'))
  await expect(replace()).rejects.toThrow('SIGNING_AUTHORITY is damaged')
  const stored = JSON.parse(Buffer.from(keys.SIGNING_AUTHORITY, 'base64url').toString())
  const damaged = Buffer.from(JSON.stringify({ ...stored, rootCrl: 'AAAA' })).toString('base64url')
  writeFileSync(
    keysPath(data),
    text.replace(/^SIGNING_AUTHORITY=.*$/m, `SIGNING_AUTHORITY=${damaged}`),
  )
  await expect(replace()).rejects.toThrow('The CRL of the root in SIGNING_AUTHORITY is damaged')
  writeFileSync(keysPath(data), text.replace(/^SIGNING_AUTHORITY=.*$/m, ''))
  await expect(replace()).rejects.toThrow('lacks SIGNING_AUTHORITY')
})

test('gives services only the public part of the session key, with the same key id', async () => {
  const { SESSION_KEY, SESSION_KEYS } = await loadKeys(freshFolder())
  const { kid } = JSON.parse(Buffer.from(SESSION_KEY, 'base64url').toString())
  expect([...readSessionKeys(SESSION_KEYS).keys()]).toEqual([kid])
})

test('derives the operator’s address from the anchor key', async () => {
  const { ANCHOR_KEY, OPERATOR } = await loadKeys(freshFolder())
  expect(ANCHOR_KEY).toMatch(/^0x[0-9a-f]{64}$/)
  expect(OPERATOR).toMatch(/^0x[0-9a-f]{40}$/)
})

test('creates a key for stored files, in the format that their package reads', async () => {
  const { FILE_KEYS } = await loadKeys(freshFolder())
  expect(await identityToRecipient(FILE_KEYS)).toMatch(/^age1/)
})

test('creates a key for links to signing requests, with an ID', async () => {
  const first = await loadKeys(freshFolder())
  const second = await loadKeys(freshFolder())
  for (const { INVITATION_KEYS } of [first, second])
    expect(INVITATION_KEYS).toMatch(/^[0-9a-f]{8}\.[\w-]{43}$/)
  expect(first.INVITATION_KEYS).not.toBe(second.INVITATION_KEYS)
})

describe('the signing authority', () => {
  const settings = { PUBLIC_ORIGIN: 'https://sign.example:8443' }

  test('belongs to the public address', async () => {
    const { SIGNING_AUTHORITY } = await loadKeys(freshFolder(), settings)
    const { root, issuing } = readAuthority(SIGNING_AUTHORITY)
    expect(new X509Certificate(root).subject).toBe('CN=Inkproof sign.example:8443 root')
    expect(Buffer.from(issuing.certificate).toString('latin1')).toContain(
      'https://sign.example:8443/api/v1/signing-authority/root.crl',
    )
  })

  test('belongs to the port of this machine without a public address', async () => {
    const { SIGNING_AUTHORITY } = await loadKeys(freshFolder(), { PORT: '8090' })
    const { root } = readAuthority(SIGNING_AUTHORITY)
    expect(new X509Certificate(root).subject).toBe('CN=Inkproof localhost:8090 root')
  })

  test('leaves the key of its root in a file of its own that only the owner can read', async () => {
    const data = freshFolder()
    const { SIGNING_AUTHORITY } = await loadKeys(data, settings)
    expect(statSync(rootKeyPath(data)).mode & 0o777).toBe(0o600)
    const rootKey = createPrivateKey(readFileSync(rootKeyPath(data)))
    const { root } = readAuthority(SIGNING_AUTHORITY)
    expect(new X509Certificate(root).checkPrivateKey(rootKey)).toBe(true)
  })

  test('is added to an existing installation once, without the key of its root if that was moved', async () => {
    const data = freshFolder()
    await loadKeys(data)
    const text = readFileSync(keysPath(data), 'utf8')
    writeFileSync(
      keysPath(data),
      text.replace(/^(SIGNING_AUTHORITY|FILE_KEYS|INVITATION_KEYS)=.*\n/gm, ''),
    )
    rmSync(rootKeyPath(data))
    const after = await loadKeys(data)
    rmSync(rootKeyPath(data))
    expect(await loadKeys(data)).toEqual(after)
    expect(existsSync(rootKeyPath(data))).toBe(false)
  })

  test('keeps the key of an earlier root', async () => {
    const data = freshFolder()
    await loadKeys(data)
    const earlier = readFileSync(rootKeyPath(data), 'utf8')
    const text = readFileSync(keysPath(data), 'utf8')
    writeFileSync(keysPath(data), text.replace(/^SIGNING_AUTHORITY=.*\n/m, ''))
    await loadKeys(data)
    const kept = readdirSync(data).find((name) => name.startsWith('signing-root-until-')) ?? ''
    expect(readFileSync(join(data, kept), 'utf8')).toBe(earlier)
    expect(readFileSync(rootKeyPath(data), 'utf8')).not.toBe(earlier)
  })

  const readAuthority = (text: string) =>
    readInstallationAuthority(text, 'http://localhost/issuing.crl', new Date())
})

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'inkproof-keys-'))
  folders.push(folder)
  return folder
}
