/** Submits a signed checkpoint to one witness: https://c2sp.org/tlog-witness#add-checkpoint */
import { toBase64, toHex } from '@inkproof/proof/bytes'
import { cosignatureTimes } from '@inkproof/proof/cosignature'
import { nodeEd25519 } from '@inkproof/proof/node-ed25519'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { formatSignature, isSignedBy, parseNote } from '@inkproof/proof/note'
import { ProofError } from '@inkproof/proof/proof-error'
import type { TileReader } from '@inkproof/proof/tile'
import { consistencyFromTiles } from '@inkproof/proof/tile-proofs'
import type { PolicyWitness } from '@inkproof/proof/witness-policy'
import type { Cosignature, CosignatureStore, LogState } from './cosignature-store.ts'

export type SubmitDeps = {
  store: CosignatureStore
  /** Reads the files of the log. */
  read: TileReader
  now: () => Date
}

/** A state of the log with its signed checkpoint. */
export type SignedLogState = LogState & { note: string }

/**
 * What came of a submission.
 *
 * - `unreachable`: no response in time
 * - `refused`: the witness answered with an error, for example because it does not know the log
 * - `invalid`: the answer is not a valid cosignature of this witness on this checkpoint, made now
 * - `ahead`: the witness has cosigned a larger state than this one
 * - `contradiction`: the witness has cosigned another root of the same size, so this log has shown two histories
 */
export type SubmitOutcome =
  | { kind: 'cosigned'; cosignature: Cosignature }
  | { kind: 'unreachable' | 'refused' | 'invalid' | 'ahead' | 'contradiction'; reason: string }

const MAX_ANSWER_BYTES = 64 * 1024
/** A witness's first answer can be its size, and another worker may submit meanwhile. */
const MAX_ATTEMPTS = 3
/** How far a witness's clock may differ. */
const MAX_CLOCK_DIFFERENCE_S = 60
/** How much of an error text of a witness is logged. */
const MAX_REASON_LENGTH = 200

/**
 * Submits a checkpoint, starting from the size that the witness has. The new size and the cosignature are stored.
 *
 * Rejects only if this installation's files or database cannot be read.
 */
export async function submitCheckpoint(
  deps: SubmitDeps,
  witness: PolicyWitness,
  state: SignedLogState,
  signal: AbortSignal,
): Promise<SubmitOutcome> {
  const publicKey = toHex(witness.key.publicKey)
  let oldSize = await deps.store.readSize(publicKey)
  for (let attempt = 1; ; attempt++) {
    // A stored size can be larger after the database was restored. The witness then tells its own.
    if (oldSize > state.size) oldSize = 0
    const answer = await post(witness, await requestBody(deps, oldSize, state), signal)
    if (typeof answer === 'string') return { kind: 'unreachable', reason: answer }
    const next = await evaluate(deps, witness, state, oldSize, answer)
    if (typeof next !== 'number') return next
    if (attempt === MAX_ATTEMPTS) return { kind: 'refused', reason: 'its size changes constantly' }
    oldSize = next
  }
}

type Answer = { status: number; text: string }

/** Returns the outcome, or the size from which to submit again. */
async function evaluate(
  { store, now }: SubmitDeps,
  witness: PolicyWitness,
  state: SignedLogState,
  oldSize: number,
  { status, text }: Answer,
): Promise<SubmitOutcome | number> {
  const publicKey = toHex(witness.key.publicKey)
  if (status === 200) {
    const cosignature = readCosignature(witness, state, text, now())
    if (typeof cosignature === 'string') return { kind: 'invalid', reason: cosignature }
    await store.save(state, publicKey, cosignature)
    await store.saveSize(publicKey, state.size)
    return { kind: 'cosigned', cosignature }
  }
  const size = status === 409 ? parseSize(text) : undefined
  if (size === undefined) {
    const kind = status === 422 && oldSize === state.size ? 'contradiction' : 'refused'
    return { kind, reason: `${status} ${text.trim().slice(0, MAX_REASON_LENGTH)}` }
  }
  if (size > state.size) return { kind: 'ahead', reason: `it has cosigned ${size} entries` }
  if (size === oldSize) {
    const kind = size === state.size ? 'contradiction' : 'refused'
    return { kind, reason: `it does not accept its own size of ${size} entries` }
  }
  await store.saveSize(publicKey, size)
  return size
}

async function requestBody(
  { read }: SubmitDeps,
  oldSize: number,
  { size, note }: SignedLogState,
): Promise<string> {
  const needsProof = oldSize > 0 && oldSize < size
  const proof = needsProof
    ? await consistencyFromTiles(read, BigInt(oldSize), BigInt(size), nodeSha256)
    : []
  return [`old ${oldSize}`, ...proof.map(toBase64), '', note].join('\n')
}

/** Sends a request; resolves with the reason when there is no answer. */
async function post(
  { url }: PolicyWitness,
  body: string,
  signal: AbortSignal,
): Promise<Answer | string> {
  try {
    const target = `${url?.replace(/\/$/, '')}/add-checkpoint`
    const response = await fetch(target, { method: 'POST', body, signal, redirect: 'error' })
    return { status: response.status, text: await readText(response) }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return error.cause instanceof Error ? error.cause.message : error.message
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MAX_ANSWER_BYTES) throw new Error('its answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Returns the witness's newest cosignature in an answer, or what is wrong with it. */
function readCosignature(
  { key }: PolicyWitness,
  { note }: SignedLogState,
  answer: string,
  now: Date,
): Cosignature | string {
  try {
    const { text, signatures } = parseNote(note + answer)
    const own = signatures.filter((line) => isSignedBy(line, key))
    const [time] = cosignatureTimes({ text, signatures: own }, key, nodeEd25519)
    const [line] = own
    if (time === undefined || !line || own.length > 1) return 'not one cosignature of this witness'
    const seconds = Number(time)
    if (Math.abs(seconds - now.getTime() / 1000) > MAX_CLOCK_DIFFERENCE_S)
      return `its clock shows ${seconds}`
    return { line: formatSignature(key, line.signature), time: seconds }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return error.message
  }
}

function parseSize(text: string): number | undefined {
  const size = /^(0|[1-9]\d{0,15})\n$/.exec(text)?.[1]
  return size === undefined ? undefined : Number(size)
}
