/**
 * Decides what a witness answers to a submitted checkpoint: https://c2sp.org/tlog-witness#add-checkpoint
 *
 * Where the specification and the recorded answers of litewitness differ, the recorded answers are given: 403 instead
 * of 404 for an unknown log. For another root at the same size the answer is 409 instead of 422, because that is a
 * contradiction of the log itself, whose two signed notes are kept.
 */
import { equal, fromBase64, parseU64, utf8 } from '@inkproof/proof/bytes'
import { signCosignature } from '@inkproof/proof/cosignature'
import { nodeEd25519 } from '@inkproof/proof/node-ed25519'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import {
  formatSignature,
  isSignedBy,
  type Note,
  parseNote,
  type SignerKey,
  type VerifierKey,
} from '@inkproof/proof/note'
import { must, ProofError } from '@inkproof/proof/proof-error'
import { emptyRoot, verifyConsistency } from '@inkproof/proof/tree'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import type { KnownLogs } from './known-logs.ts'
import type { Serialize } from './serialize.ts'
import type { CosignedCheckpoint, WitnessState } from './state.ts'

export type AddCheckpointDeps = {
  key: SignerKey
  logs: KnownLogs
  state: WitnessState
  serialize: Serialize
  now: () => Date
  /** Keeps two notes of the same log that contradict each other. */
  keepEvidence(cosigned: CosignedCheckpoint, submitted: CosignedCheckpoint): Promise<void>
}

/** An answer of the witness. */
export type Answer = { status: number; body: string; contentType?: string }

const MAX_PROOF_LINES = 63

/** Answers a request body. Requests for the same log are answered one after the other. */
export async function addCheckpoint(deps: AddCheckpointDeps, body: string): Promise<Answer> {
  try {
    const request = parseRequest(body)
    const { origin } = request.checkpoint
    const keys = deps.logs.get(origin)
    if (!keys) throw new Refusal(403, 'unknown log')
    const note = verifiedNote(request.note, keys)
    if (request.oldSize > request.checkpoint.size)
      throw new Refusal(400, 'the old size is larger than the checkpoint')
    return await deps.serialize(origin, () => cosign(deps, request, note))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { status, message, contentType } = error
    return { status, body: `${message}\n`, ...(contentType && { contentType }) }
  }
}

type Request = { oldSize: bigint; proof: Uint8Array[]; note: Note; checkpoint: Checkpoint }

class Refusal extends Error {
  readonly status: number
  readonly contentType: string | undefined

  constructor(status: number, message: string, contentType?: string) {
    super(message)
    this.status = status
    this.contentType = contentType
  }
}

function parseRequest(body: string): Request {
  try {
    // The first empty line ends the proof; the note itself may contain empty lines.
    const end = body.indexOf('\n\n')
    const [first = '', ...hashes] = body.slice(0, Math.max(end, 0)).split('\n')
    must(first.startsWith('old '), 'BAD_REQUEST', 'The request must start with the old size.')
    must(hashes.length <= MAX_PROOF_LINES, 'BAD_REQUEST', 'The proof has more than 63 hashes.')
    const note = readNote(body.slice(end + 2))
    return {
      oldSize: parseU64(first.slice('old '.length)),
      proof: hashes.map(parseHash),
      note,
      checkpoint: parseCheckpoint(note.text),
    }
  } catch (error) {
    throw refusalOf(error, 400, 'invalid request')
  }
}

function readNote(text: string): Note {
  try {
    return parseNote(text)
  } catch (error) {
    // Only signature lines are base64. Non-canonical base64 is a signature that does not verify.
    const isSignature = error instanceof ProofError && error.code === 'BAD_BASE64'
    throw isSignature ? refusalOf(error, 403, 'invalid signature') : error
  }
}

function parseHash(line: string): Uint8Array {
  const hash = fromBase64(line)
  must(hash.length === 32, 'BAD_REQUEST', 'A hash in the proof is not 32 bytes long.')
  return hash
}

/**
 * Returns the note with one signature by each of the log's keys that signed it; all are valid. More of them, which a key can
 * make at will, would make the stored note too long to be read again.
 */
function verifiedNote({ text, signatures }: Note, keys: readonly VerifierKey[]): string {
  const message = utf8(text)
  const lines = new Map<VerifierKey, string>()
  for (const line of signatures) {
    const key = keys.find((candidate) => isSignedBy(line, candidate))
    if (!key) continue
    if (!nodeEd25519(key.publicKey, message, line.signature))
      throw new Refusal(403, 'invalid signature')
    lines.set(key, formatSignature(key, line.signature))
  }
  if (lines.size === 0) throw new Refusal(403, 'no signature by a known key of this log')
  return `${text}\n${[...lines.values()].join('')}`
}

/** Checks the checkpoint against the last one, stores it, and only then returns the cosignature. */
async function cosign(
  deps: AddCheckpointDeps,
  { oldSize, proof, note: { text }, checkpoint }: Request,
  note: string,
): Promise<Answer> {
  const latest = deps.state.latest(checkpoint.origin)
  if (latest?.size === checkpoint.size && !equal(latest.root, checkpoint.root)) {
    await deps.keepEvidence(latest, { ...checkpoint, note })
    throw conflict(latest.size)
  }
  const size = latest?.size ?? 0n
  if (oldSize !== size) throw conflict(size)
  assertConsistent(latest, checkpoint, proof)
  const time = BigInt(Math.floor(deps.now().getTime() / 1000))
  const line = signCosignature(text, deps.key, time)
  await deps.state.save({ ...checkpoint, note: note + line })
  return { status: 200, body: line }
}

/** The witness's size lets the log send the proof that it needs. */
function conflict(size: bigint): Refusal {
  return new Refusal(409, String(size), 'text/x.tlog.size')
}

function assertConsistent(
  latest: CosignedCheckpoint | undefined,
  { size, root }: Checkpoint,
  proof: readonly Uint8Array[],
): void {
  if (size === 0n && !equal(root, emptyRoot(nodeSha256)))
    throw new Refusal(422, 'the root of an empty log must be the hash of no bytes')
  if (!latest || latest.size === 0n) {
    if (proof.length > 0)
      throw new Refusal(422, 'the consistency proof from an empty log must be empty')
    return
  }
  try {
    verifyConsistency(latest.size, size, latest.root, root, proof, nodeSha256)
  } catch (error) {
    throw refusalOf(error, 422, 'invalid consistency proof')
  }
}

function refusalOf(error: unknown, status: number, headline: string): unknown {
  return error instanceof ProofError ? new Refusal(status, `${headline}: ${error.message}`) : error
}
