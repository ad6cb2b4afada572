/**
 * The witness's state: for each log, the largest checkpoint it has cosigned, as a note with the log's signature and the
 * witness's own.
 *
 * A witness that forgets what it has signed could cosign a second history with the same key. So it never signs without
 * the state that its last signature left: if the state is missing, damaged, of another key or changed by someone else,
 * the key is retired for good.
 */
import { createHash } from 'node:crypto'
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cosignatureTimes } from '@inkproof/proof/cosignature'
import { nodeEd25519 } from '@inkproof/proof/node-ed25519'
import { formatVkey, parseNote, type VerifierKey, WITNESS_KEY } from '@inkproof/proof/note'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { writeDurably } from './durable-file.ts'

/** The largest checkpoint cosigned for a log. */
export type CosignedCheckpoint = Checkpoint & { note: string }

export type WitnessState = {
  /** Returns the largest checkpoint cosigned for this origin. */
  latest(origin: string): CosignedCheckpoint | undefined
  /** Returns the largest checkpoint of each log. */
  list(): CosignedCheckpoint[]
  /**
   * Stores a checkpoint. When this resolves, it survives a loss of power.
   *
   * @throws RetiredError; NodeJS.ErrnoException when the file cannot be written, with the state unchanged
   */
  save(checkpoint: CosignedCheckpoint): Promise<void>
  /** Why this witness does not sign any more; undefined while it does. */
  retiredBecause(): string | undefined
}

/** The key must not sign any more, because its state is not the one that its last signature left. */
export class RetiredError extends Error {
  override readonly name = 'RetiredError'
}

/** Whether the folder contains the state of a witness that has signed, or of a retired one. */
export async function hasState(dir: string): Promise<boolean> {
  const state = await readIfExists(statePath(dir))
  return (state !== undefined && !isEmpty(state)) || (await exists(retiredPath(dir)))
}

/** Creates the empty state of a new key. */
export async function createState(dir: string, key: VerifierKey): Promise<void> {
  await writeDurably(statePath(dir), format(key, new Map()))
}

/** Opens the state of a key. @throws RetiredError when the state is missing, damaged or of another key */
export async function openState(dir: string, key: VerifierKey): Promise<WitnessState> {
  const marker = await readIfExists(retiredPath(dir))
  if (marker !== undefined) throw new RetiredError(marker.trim())
  let stored = await readIfExists(statePath(dir))
  const logs = await parseOrRetire(dir, stored, key)
  let reason: string | undefined
  let lastSave: Promise<void> = Promise.resolve()
  const save = async (checkpoint: CosignedCheckpoint) => {
    if (reason !== undefined) throw new RetiredError(reason)
    // Another process, or a backup restored under a running witness.
    if ((await readIfExists(statePath(dir))) !== stored) {
      reason = 'the state was removed or changed by someone else'
      throw await retire(dir, reason)
    }
    const next = new Map(logs).set(checkpoint.origin, checkpoint)
    const text = format(key, next)
    await writeDurably(statePath(dir), text)
    stored = text
    logs.set(checkpoint.origin, checkpoint)
  }
  return {
    latest: (origin) => logs.get(origin),
    list: () => [...logs.values()],
    save: (checkpoint) => {
      // All logs share the file, so writes follow each other; one that fails does not prevent the next.
      const saved = lastSave.then(() => save(checkpoint))
      lastSave = saved.catch(() => undefined)
      return saved
    },
    retiredBecause: () => reason,
  }
}

const HEADER = 'inkproof-witness-state/v1'

function statePath(dir: string): string {
  return join(dir, 'state')
}

function retiredPath(dir: string): string {
  return join(dir, 'retired')
}

/** A header, the SHA-256 of the rest, the key, and a JSON object of notes by origin. */
function format(key: VerifierKey, logs: ReadonlyMap<string, CosignedCheckpoint>): string {
  const notes = Object.fromEntries([...logs].map(([origin, { note }]) => [origin, note]))
  const body = `${formatVkey(key, WITNESS_KEY)}\n${JSON.stringify(notes, null, 1)}\n`
  return `${HEADER}\n${sha256Hex(body)}\n${body}`
}

function isEmpty(text: string): boolean {
  return text.endsWith('\n{}\n')
}

async function parseOrRetire(
  dir: string,
  text: string | undefined,
  key: VerifierKey,
): Promise<Map<string, CosignedCheckpoint>> {
  if (text === undefined) throw await retire(dir, 'the state is missing')
  try {
    return parse(text, key)
  } catch (error) {
    throw await retire(dir, error instanceof Error ? error.message : String(error))
  }
}

function parse(text: string, key: VerifierKey): Map<string, CosignedCheckpoint> {
  const [header, checksum, vkey, ...rest] = text.split('\n')
  const json = rest.join('\n')
  if (header !== HEADER || checksum !== sha256Hex(`${vkey}\n${json}`))
    throw new Error('the state is damaged')
  if (vkey !== formatVkey(key, WITNESS_KEY)) throw new Error('the state belongs to another key')
  const notes = Object.entries(JSON.parse(json) as Record<string, string>)
  return new Map(notes.map(([origin, note]) => [origin, readStored(origin, note, key)]))
}

function readStored(origin: string, note: string, key: VerifierKey): CosignedCheckpoint {
  const parsed = parseNote(note)
  const checkpoint = parseCheckpoint(parsed.text)
  const isOwn = cosignatureTimes(parsed, key, nodeEd25519).length > 0
  if (!isOwn || checkpoint.origin !== origin) throw new Error('the state is damaged')
  return { ...checkpoint, note }
}

/** Marks the key as retired, so that it stays retired even if an older state is put back. */
async function retire(dir: string, reason: string): Promise<RetiredError> {
  // On a full disk the marker cannot be written, but then the state is still missing or different.
  await writeDurably(retiredPath(dir), `${reason}\n`).catch(() => undefined)
  return new RetiredError(reason)
}

function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
