/**
 * Compares the keys of the settings with the log's current key at startup, and stores a rotation if they name a new key.
 *
 * Settings that would sign with a key that readers do not accept are refused: the process exits.
 */
import { equal, fromHex, fromUtf8, toHex } from '@inkproof/proof/bytes'
import { openCheckpoint } from '@inkproof/proof/checkpoint'
import {
  type LogKeyRotation,
  signRotation,
  signRotationByOperator,
} from '@inkproof/proof/log-key-rotation'
import { parseNote, type SignerKey, type VerifierKey, verifierKey } from '@inkproof/proof/note'
import { parsePolicy, type TrustedKey } from '@inkproof/proof/policy'
import { ProofError } from '@inkproof/proof/proof-error'
import { parseRotationsFile, ROTATIONS_PATH } from '@inkproof/proof/rotations-file'
import { StartRefused } from '@inkproof/service-kit/dependency'
import type { HeadsStore } from './heads-store.ts'
import type { LogFiles } from './log-files.ts'
import type { LogKeyStore } from './log-key-store.ts'
import type { LogKeyRow } from './log-keys.model.ts'
import { rowOf } from './log-keys.ts'
import { POLICY_PATH } from './policy.ts'
import { CHECKPOINT_PATH } from './signed-states.ts'
import { readBoth } from './unreadable-file.ts'

/** The keys of the settings. */
export type ConfiguredKeys = {
  current: SignerKey
  /** The key before the current one, which signs the rotation and the first anchor after it. */
  previous: SignerKey | undefined
  /** Whether the operator's account may replace a lost key. */
  isPreviousLost: boolean
  /** Signs a text with the key of the account that anchors (EIP-191), as 0x hex. */
  signAsOperator: (text: string) => Promise<string>
}

export type ClaimLogKeyDeps = {
  configured: ConfiguredKeys
  store: LogKeyStore
  heads: Pick<HeadsStore, 'read'>
  files: Pick<LogFiles, 'read' | 'readCopy'>
}

/**
 * Returns the keys of the log; the last one is the configured one.
 *
 * @throws StartRefused that explains what to set
 */
export async function claimLogKey(deps: ClaimLogKeyDeps): Promise<LogKeyRow[]> {
  const rows = await readKeys(deps)
  const { current } = deps.configured
  const last = rows.at(-1) as LogKeyRow
  if (isKeyOf(last, current)) {
    requirePreviousKey(deps.configured, rows)
    return rows
  }
  const rotation = await rotate(deps.configured, rows)
  await deps.store.insert([rowOf(rotation)])
  // A concurrent instance may have stored another rotation, whose key is then the current one.
  return claimLogKey(deps)
}

/** Signs the rotation from the last stored key to the configured one. @throws StartRefused */
async function rotate(
  { current, previous, isPreviousLost, signAsOperator }: ConfiguredKeys,
  rows: readonly LogKeyRow[],
): Promise<LogKeyRotation> {
  const last = rows.at(-1) as LogKeyRow
  const name = describe(current.name, last)
  if (rows.some((row) => isKeyOf(row, current)))
    throw refuse(
      `CHECKPOINT_KEY was replaced earlier; the current key is ${name}. Restore that key, or generate a new one.`,
    )
  if (last._id > 0 && last.anchoredSize === undefined)
    throw refuse(
      `the last rotation of the key is not anchored yet. Start with CHECKPOINT_KEY ${name} until the log states that it is.`,
    )
  const sequence = BigInt(last._id)
  if (previous && isKeyOf(last, previous))
    return signRotation({ sequence, oldKey: previous, newKey: current })
  if (previous)
    throw refuse(`PREVIOUS_CHECKPOINT_KEY is not the current key of the record, which is ${name}.`)
  if (!isPreviousLost)
    throw refuse(
      `CHECKPOINT_KEY is not the current key of the record, which is ${name}. To replace that key, set ` +
        'PREVIOUS_CHECKPOINT_KEY to it. If it is lost, set LOST_CHECKPOINT_KEY=true.',
    )
  const oldKey = verifierKey(current.name, fromHex(last.publicKey))
  return signRotationByOperator({ sequence, oldKey, newKey: current, signMessage: signAsOperator })
}

/** The first anchor after a rotation is signed by both keys, so both are needed until it is final. */
function requirePreviousKey({ current, previous }: ConfiguredKeys, rows: readonly LogKeyRow[]) {
  const [before, last] = rows.slice(-2)
  if (!before || !last?.oldSignature || last.anchoredSize !== undefined) return
  if (previous && isKeyOf(before, previous)) return
  throw refuse(
    'the rotation of the checkpoint key is not anchored yet. Set PREVIOUS_CHECKPOINT_KEY to ' +
      `${describe(current.name, before)} until the log states that it can be removed.`,
  )
}

/** Returns the stored keys, after adding those that the database lost, and the first one of a new or older log. */
async function readKeys(deps: ClaimLogKeyDeps): Promise<LogKeyRow[]> {
  const rows = await deps.store.read()
  const published = await readPublishedKeys(deps)
  const missing = published.slice(rows.length)
  if (rows.length === 0 && missing.length === 0)
    missing.push({ _id: 0, publicKey: await findFirstKey(deps) })
  if (missing.length === 0) return rows
  await deps.store.insert(missing)
  return deps.store.read()
}

/** Returns the keys that the published rotations name; none if there are no rotations. */
async function readPublishedKeys({ files, configured }: ClaimLogKeyDeps): Promise<LogKeyRow[]> {
  const { name } = configured.current
  const parse = (text: string) => parseRotationsFile(name, text)
  const rotations = (await readParsed(files, ROTATIONS_PATH, parse)) ?? []
  const [first] = rotations
  if (!first) return []
  const policyKeys = await readPolicyKeys(files)
  const rows = rotations.map((rotation) => {
    const old = policyKeys.find(({ key }) => equal(key.publicKey, rotation.oldKey))
    const isAnchored = old?.toSize != null && old.toSize > rotation.index
    return {
      ...rowOf(rotation, Number(rotation.index)),
      ...(isAnchored && { anchoredSize: Number(old.toSize) }),
    }
  })
  return [{ _id: 0, publicKey: toHex(first.oldKey) }, ...rows]
}

/**
 * Returns the public key, in hex, that signed the published checkpoint: one of the settings or of the published policy.
 * For a log without a checkpoint, returns the configured key.
 *
 * @throws StartRefused if another key signed it; UnreadableFile if a checkpoint exists but cannot be read
 */
async function findFirstKey({ configured, heads, files }: ClaimLogKeyDeps): Promise<string> {
  const { current, previous } = configured
  const { note } = await heads.read()
  const { copies, unreadable } = await readBoth(files, CHECKPOINT_PATH)
  const notes = [note ?? [], copies.flatMap((bytes) => (bytes ? fromUtf8(bytes) : []))]
    .flat()
    .filter((text) => ifValid(() => parseNote(text)))
  if (notes.length === 0 && unreadable[0]) throw unreadable[0]
  if (notes.length === 0) return toHex(current.publicKey)
  const policyKeys = (await readPolicyKeys(files)).map(({ key }) => key)
  const candidates = [current, ...(previous ? [previous] : []), ...policyKeys]
  const signer = candidates.find((key) =>
    notes.some((text) => ifValid(() => openCheckpoint(text, key))),
  )
  if (signer) return toHex(signer.publicKey)
  throw refuse(
    'the published checkpoint is signed by another key than CHECKPOINT_KEY. Restore the key of this record. To replace ' +
      'it, also set PREVIOUS_CHECKPOINT_KEY to it.',
  )
}

async function readPolicyKeys(files: ClaimLogKeyDeps['files']): Promise<TrustedKey[]> {
  const policy = await readParsed(files, POLICY_PATH, parsePolicy)
  return policy?.records.flatMap(({ keys }) => keys) ?? []
}

/**
 * Reads a file from the first store that has a valid copy; undefined if neither has. Damaged copies are rewritten after
 * the start.
 */
async function readParsed<T>(
  files: ClaimLogKeyDeps['files'],
  path: string,
  parse: (text: string) => T,
): Promise<T | undefined> {
  for (const bytes of (await readBoth(files, path)).copies) {
    const parsed = bytes && ifValid(() => parse(fromUtf8(bytes)))
    if (parsed) return parsed
  }
  return undefined
}

/** Returns the result; undefined if it throws a ProofError. */
function ifValid<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return undefined
  }
}

function isKeyOf({ publicKey }: LogKeyRow, key: VerifierKey): boolean {
  return publicKey === toHex(key.publicKey)
}

/** Names a key by the part of its verifier key string before the public key, which private key strings have too. */
function describe(origin: string, { publicKey }: LogKeyRow): string {
  return `${origin}+${toHex(verifierKey(origin, fromHex(publicKey)).id)}`
}

function refuse(reason: string): StartRefused {
  return new StartRefused(`svc-documents log cannot start: ${reason}`)
}
