/**
 * `/log/rotations.json`: all rotations of the log's key, the first one first. The file does not exist before the first
 * rotation.
 */
import { from0x, fromBase64, fromUtf8, to0x, toBase64 } from './bytes.ts'
import { linkRotations, type RecordedRotation, type UnlinkedRotation } from './log-key-rotation.ts'
import { formatVkey, parseVkey, verifierKey } from './note.ts'
import { must } from './proof-error.ts'
import type { TileReader } from './tile.ts'

/** Path of the file, relative to the log's prefix. */
export const ROTATIONS_PATH = 'rotations.json'

/** Shape of the file. Keys are verifier key strings. */
export type RotationsJson = {
  version: 1
  rotations: {
    /** Index of the entry. */
    index: number
    sequence: number
    oldKey: string
    newKey: string
    /** Base64; missing if the operator signed. */
    oldSignature?: string
    /** 0x hex; missing if the old key signed. */
    operatorSignature?: string
    /** Base64. */
    newSignature: string
  }[]
}

/** Formats the file. `origin` is the name of the keys. */
export function formatRotationsFile(
  origin: string,
  rotations: readonly RecordedRotation[],
): string {
  const json: RotationsJson = {
    version: 1,
    rotations: rotations.map(({ index, sequence, oldSignature, operatorSignature, ...rest }) => ({
      index: Number(index),
      sequence: Number(sequence),
      oldKey: formatVkey(verifierKey(origin, rest.oldKey)),
      newKey: formatVkey(verifierKey(origin, rest.newKey)),
      ...(oldSignature
        ? { oldSignature: toBase64(oldSignature) }
        : { operatorSignature: to0x(operatorSignature ?? new Uint8Array()) }),
      newSignature: toBase64(rest.newSignature),
    })),
  }
  return JSON.stringify(json)
}

/**
 * Parses the file, which must be exactly in the form of {@link formatRotationsFile}. The signatures and the entries are
 * not verified.
 *
 * @throws ProofError BAD_ROTATIONS_FILE
 */
export function parseRotationsFile(origin: string, text: string): RecordedRotation[] {
  const rotations = tryDecoding(text)
  const isCanonical = formatRotationsFile(origin, rotations) === text
  must(isCanonical, BAD_FILE, 'The record’s file of key rotations is invalid.')
  return rotations
}

/**
 * Reads the file of a record. What follows from the position of a rotation or the one before is not read, because it is
 * verified with the signatures.
 *
 * @throws an error when the file does not exist or is malformed
 */
export async function readRotations(read: TileReader): Promise<RecordedRotation[]> {
  return decodeRotations(fromUtf8(await read(ROTATIONS_PATH)))
}

const BAD_FILE = 'BAD_ROTATIONS_FILE'

/** Decodes malformed text to an empty list. */
function tryDecoding(text: string): RecordedRotation[] {
  try {
    return decodeRotations(text)
  } catch {
    return []
  }
}

function decodeRotations(text: string): RecordedRotation[] {
  const { rotations } = JSON.parse(text) as RotationsJson
  const firstKey = rotations[0] ? keyOf(rotations[0].oldKey) : new Uint8Array()
  return linkRotations(firstKey, rotations.map(decodeRotation))
}

function decodeRotation(item: RotationsJson['rotations'][number]): UnlinkedRotation {
  const { index, newKey, newSignature, oldSignature, operatorSignature = '' } = item
  return {
    index: BigInt(index),
    newKey: keyOf(newKey),
    newSignature: fromBase64(newSignature),
    ...(oldSignature === undefined
      ? { operatorSignature: from0x(operatorSignature) }
      : { oldSignature: fromBase64(oldSignature) }),
  }
}

function keyOf(vkey: string): Uint8Array {
  return parseVkey(vkey).publicKey
}
