/**
 * The evidence of a signing request: a JSON file embedded in the finished PDF, or kept beside a PDF that was already
 * signed when it was sent. It contains everything to verify who signed what, except trust in the record.
 *
 *     {
 *       "format": "inkproof/evidence/v1",
 *       "envelope": the encoded envelope,
 *       "steps": [the encoded openings of all steps, in order],
 *       "statements": [the encoded signed statements, in the order of signing],
 *       "proof": the text of the proof file of the last step's entry
 *     }
 *
 * The encoded parts are base64url of deterministic CBOR. There is one encoding: two spaces of indentation, the keys in
 * this order, a line feed at the end. The file comes from a PDF, whose maker may be hostile: sizes are limited.
 */
import { fromBase64Url, toBase64Url } from '@inkproof/proof/bytes'
import type { Opening } from '@inkproof/proof/leaf'
import { decodeOpening, encodeOpening } from '@inkproof/proof/opening'
import { must } from '@inkproof/proof/proof-error'
import { MAX_ENVELOPE_BYTES } from './envelope.ts'
import { mustFit } from './read.ts'
import {
  decodeSignedStatement,
  encodeSignedStatement,
  MAX_SIGNED_STATEMENT_BYTES,
  type SignedStatement,
} from './signed-statement.ts'

export type Evidence = {
  /** The encoded envelope; not decoded here. */
  envelope: Uint8Array
  steps: Opening[]
  statements: SignedStatement[]
  /** Text of a proof file; not parsed here. */
  proof: string
}

/** Name of the file as an attachment of a PDF. */
export const EVIDENCE_FILE_NAME = 'inkproof-evidence.json'

/** Largest file that is read, in characters. */
export const MAX_EVIDENCE_LENGTH = 32 * 1024 * 1024
export const MAX_STEPS = 10_000
export const MAX_STATEMENTS = 200

/** Formats the file. @throws ProofError as {@link parseEvidence} */
export function formatEvidence(evidence: Evidence): string {
  const text = format(evidence)
  parseEvidence(text)
  return text
}

/**
 * Parses the file without verifying anything.
 *
 * @throws ProofError BAD_EVIDENCE, UNKNOWN_VERSION, TOO_LONG, or any error of the parts' decoders
 */
export function parseEvidence(text: string): Evidence {
  mustFit(text.length, MAX_EVIDENCE_LENGTH, 'evidence')
  const json = parseJson(text)
  const { format: version } = json
  const isOurs = typeof version === 'string' && version.startsWith(FORMAT_PREFIX)
  must(isOurs, 'BAD_EVIDENCE', 'The file is not evidence of a signing request.')
  must(version === FORMAT, 'UNKNOWN_VERSION', 'The evidence has a version that is not known here.')
  const evidence = {
    envelope: readPart(json['envelope'], 'envelope', MAX_ENVELOPE_BYTES),
    steps: readParts(json['steps'], 'steps', MAX_STEPS, MAX_STEP_BYTES).map(decodeOpening),
    statements: readParts(
      json['statements'],
      'statements',
      MAX_STATEMENTS,
      MAX_SIGNED_STATEMENT_BYTES,
    ).map(decodeSignedStatement),
    proof: readString(json['proof'], 'proof', MAX_PROOF_LENGTH),
  }
  // Also rejects unknown and repeated keys.
  must(format(evidence) === text, 'NOT_CANONICAL', 'The evidence is not in canonical form.')
  return evidence
}

const FORMAT_PREFIX = 'inkproof/evidence/'
const FORMAT = `${FORMAT_PREFIX}v1`

/** The completed step of 100 recipients has 6,500 bytes of digests. */
const MAX_STEP_BYTES = 65_536
const MAX_PROOF_LENGTH = 4 * 1024 * 1024

function format({ envelope, proof, statements, steps }: Evidence): string {
  const json = {
    format: FORMAT,
    envelope: toBase64Url(envelope),
    steps: steps.map((step) => toBase64Url(encodeOpening(step))),
    statements: statements.map((signed) => toBase64Url(encodeSignedStatement(signed))),
    proof,
  }
  return `${JSON.stringify(json, null, 2)}\n`
}

function parseJson(text: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json === 'object' && json !== null) return json as Record<string, unknown>
  } catch {
    // The same error as for other JSON.
  }
  must(false, 'BAD_EVIDENCE', 'The file is not evidence of a signing request.')
}

function readParts(value: unknown, path: string, max: number, maxBytes: number): Uint8Array[] {
  must(Array.isArray(value), 'BAD_EVIDENCE', 'The evidence lacks {path}.', { path })
  mustFit(value.length, max, path)
  return value.map((item: unknown) => readPart(item, path, maxBytes))
}

function readPart(value: unknown, path: string, maxBytes: number): Uint8Array {
  return fromBase64Url(readString(value, path, Math.ceil((maxBytes * 4) / 3)))
}

function readString(value: unknown, path: string, maxLength: number): string {
  must(typeof value === 'string', 'BAD_EVIDENCE', 'The evidence lacks {path}.', { path })
  mustFit(value.length, maxLength, path)
  return value
}
