/**
 * The keys of an installation: created at its first start, stored outside the repository, readable only by their
 * owner. docker-compose.yml determines which process gets which key.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { logAnchorAddress } from '@inkproof/contracts/deploy'
import { computeAddress, getBytes } from 'ethers'
import { createFileKey } from './file-key.ts'
import { SERVICE_KEY_NAMES, type ServiceKeys, withServiceKeys } from './service-keys.ts'
import { createSigningAuthority, type OriginSetting } from './signing-authority.ts'
import { asBase64UrlJson, createSigningKeyPair } from './signing-key-pair.ts'

export type Keys = Readonly<Record<(typeof NAMES)[number], string>> & ServiceKeys

const NAMES = [
  'SESSION_KEY',
  'SESSION_KEYS',
  'CAPTCHA_KEY',
  'LOG_ORIGIN',
  'CHECKPOINT_KEY',
  'ANCHOR_KEY',
  'OPERATOR',
  'SHARE_KEY',
  'AUTH_KEY',
  'MONITORING_TOKEN',
  'MONGO_PASSWORD',
  'REDIS_PASSWORD',
  'MAILBOX_PASSWORD',
  'FILE_KEYS',
  'SIGNING_AUTHORITY',
  'INVITATION_KEYS',
] as const

/** Keys that were added in later releases, and how each is created: an existing installation gets them at its next start. */
const ADDED_LATER = {
  AUTH_KEY: createSecret,
  MONITORING_TOKEN: createSecret,
  MONGO_PASSWORD: createSecret,
  REDIS_PASSWORD: createSecret,
  MAILBOX_PASSWORD: createSecret,
  FILE_KEYS: createFileKey,
  SIGNING_AUTHORITY: createSigningAuthority,
  INVITATION_KEYS: createInvitationKey,
} as const satisfies Partial<Record<(typeof NAMES)[number], CreateKey>>

type CreateKey = (data: string, settings: KeySettings) => string | Promise<string>

/** The settings that new keys depend on; see {@link makeKeys} and {@link createSigningAuthority}. */
export type KeySettings = {
  [Name in 'CHAIN_ID' | 'LOG_ANCHOR' | 'ANCHOR_KEY' | OriginSetting]?: string | undefined
}

/** Reads the keys of a data folder; creates folder and keys if there are none. */
export async function loadKeys(data: string, settings: KeySettings = {}): Promise<Keys> {
  mkdirSync(data, { recursive: true })
  chmodSync(data, 0o700)
  const path = keysPath(data)
  const existing = existsSync(path) ? readKeys(path) : makeKeys(settings)
  const found = await addMissing(data, existing, settings)
  const missing = [...NAMES, ...SERVICE_KEY_NAMES].filter((name) => !found[name])
  if (missing.length === 0) return found as Keys
  throw new Error(
    `${path} lacks ${missing.join(', ')}. Restore the file from a backup: new keys would start a ` +
      'new record without anything certified so far.',
  )
}

/**
 * Replaces the checkpoint key in a data folder; the next start of `documents-log` records the rotation. The old key
 * stays in the file as `PREVIOUS_CHECKPOINT_KEY`, unless it is lost. Returns the new verifier key string.
 *
 * @throws Error that explains what to do, without changing anything
 */
export function rotateCheckpointKey(data: string, { isLost = false } = {}): string {
  const path = keysPath(data)
  if (!existsSync(path)) throw new Error(`${path} does not exist: there is no key to replace.`)
  // Earlier releases also stored the public key.
  const { CHECKPOINT_VKEY: _, ...keys } = readKeys(path)
  const { LOG_ORIGIN, CHECKPOINT_KEY, PREVIOUS_CHECKPOINT_KEY, LOST_CHECKPOINT_KEY } = keys
  if (!LOG_ORIGIN) throw new Error(`${path} lacks LOG_ORIGIN. Restore the file from a backup.`)
  if (PREVIOUS_CHECKPOINT_KEY || LOST_CHECKPOINT_KEY)
    throw new Error(
      `The key in ${path} was replaced before. Once documents-log states that the rotation is anchored, delete ` +
        'PREVIOUS_CHECKPOINT_KEY and LOST_CHECKPOINT_KEY from the file.',
    )
  if (!isLost && !CHECKPOINT_KEY)
    throw new Error(`${path} lacks CHECKPOINT_KEY. If that key is lost, add --lost.`)
  const { privateKey, vkey } = createCheckpointKey(LOG_ORIGIN)
  writeKeys(path, {
    ...keys,
    CHECKPOINT_KEY: privateKey,
    ...(isLost
      ? { LOST_CHECKPOINT_KEY: 'true' }
      : { PREVIOUS_CHECKPOINT_KEY: CHECKPOINT_KEY ?? '' }),
  })
  return vkey
}

/**
 * Adds the missing keys of `ADDED_LATER` and of services, and writes the file if there were any. Any other missing key is not
 * replaced: `loadKeys` throws.
 */
async function addMissing(
  data: string,
  found: Record<string, string>,
  settings: KeySettings,
): Promise<Record<string, string>> {
  const later = Object.entries<CreateKey>(ADDED_LATER).filter(([name]) => !(name in found))
  if (later.length === 0 && SERVICE_KEY_NAMES.every((name) => name in found)) return found
  const created: Record<string, string> = {}
  for (const [name, create] of later) created[name] = await create(data, settings)
  const all = { ...found, ...created, ...withServiceKeys(found) }
  writeKeys(keysPath(data), all)
  return all
}

export function keysPath(data: string): string {
  return join(data, 'keys.env')
}

/** Reads `NAME=value` lines, as `docker compose --env-file` does. */
export function readKeys(path: string): Record<string, string> {
  return Object.fromEntries(
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => /^[A-Z_]+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

/** Writes atomically, by renaming: an interrupted start leaves either no keys or all of them. */
export function writeKeys(path: string, keys: Readonly<Record<string, string>>): void {
  const lines = Object.entries(keys).map(([name, value]) => `${name}=${value}`)
  const text = `# Anyone with this file can sign as this installation. Keep a backup.\n${lines.join('\n')}\n`
  writeFileSync(`${path}.new`, text, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/**
 * Creates the keys that are never added later, for a record that is anchored on this chain, in this contract and by this
 * account: by default on the embedded chain, in the standard contract, by a new account.
 */
function makeKeys({ CHAIN_ID, LOG_ANCHOR, ANCHOR_KEY }: KeySettings): Record<string, string> {
  const anchorKey = ANCHOR_KEY || `0x${randomBytes(32).toString('hex')}`
  const operator = computeAddress(anchorKey).toLowerCase()
  const chainId = BigInt(CHAIN_ID || EMBEDDED_CHAIN_ID)
  const origin = originFor({ chainId, contract: LOG_ANCHOR || logAnchorAddress, operator })
  return {
    ...createSessionKeys(),
    CAPTCHA_KEY: createSecret(),
    LOG_ORIGIN: origin,
    CHECKPOINT_KEY: createCheckpointKey(origin).privateKey,
    ANCHOR_KEY: anchorKey,
    OPERATOR: operator,
    SHARE_KEY: createSecret(),
  }
}

const EMBEDDED_CHAIN_ID = 31_337
const ORIGIN_CONTEXT = Buffer.from('inkproof/origin/v1\0')

/**
 * Computes the name of the record, like `computeOrigin` of packages/proof. It commits to the chain, the contract and the
 * first operator, and not to the host name: a record keeps its name when the installation moves to another host.
 */
function originFor(to: { chainId: bigint; contract: string; operator: string }): string {
  const chainId = Buffer.alloc(8)
  chainId.writeBigUInt64BE(to.chainId)
  const addresses = [to.contract, to.operator].map((address) => getBytes(address))
  return `inkproof/${sha256(Buffer.concat([ORIGIN_CONTEXT, chainId, ...addresses])).toString('hex')}`
}

function createSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Creates a key for links to signing requests, as `<ID>.<secret>`; the ID tells it from the keys that replace it. */
function createInvitationKey(): string {
  return `${randomBytes(4).toString('hex')}.${createSecret()}`
}

function createSessionKeys(): Pick<Keys, 'SESSION_KEY' | 'SESSION_KEYS'> {
  const { privateJwk, publicJwk } = createSigningKeyPair()
  return {
    SESSION_KEY: asBase64UrlJson(privateJwk),
    SESSION_KEYS: asBase64UrlJson({ keys: [publicJwk] }),
  }
}

const ED25519_TYPE = Uint8Array.of(1)

/** Creates a key pair for C2SP signed notes, in the string format of packages/proof/src/note.ts. */
function createCheckpointKey(name: string): { privateKey: string; vkey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const publicBytes = Buffer.concat([ED25519_TYPE, rawKey(publicKey, 'x')])
  const privateBytes = Buffer.concat([ED25519_TYPE, rawKey(privateKey, 'd')])
  const id = sha256(Buffer.concat([Buffer.from(`${name}\n`), publicBytes])).toString('hex', 0, 4)
  return {
    privateKey: `PRIVATE+KEY+${name}+${id}+${privateBytes.toString('base64')}`,
    vkey: `${name}+${id}+${publicBytes.toString('base64')}`,
  }
}

function rawKey(key: KeyObject, part: 'x' | 'd'): Buffer {
  return Buffer.from(key.export({ format: 'jwk' })[part] ?? '', 'base64url')
}

function sha256(bytes: string | Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
