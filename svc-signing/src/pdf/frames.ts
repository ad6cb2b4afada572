/**
 * Messages between the service and the process that reads PDF files, over pipes: the lengths of JSON and bytes (4 bytes each,
 * big-endian), the JSON, the bytes. The channel of Node.js (`process.send`) limits no length, so a process that was taken
 * over could exhaust the memory of the service.
 */
import type { Writable } from 'node:stream'

export type Frame = { message: unknown; bytes: Uint8Array }

/** Thrown for a frame above the limits, or if its JSON is malformed. */
export class BadFrame extends Error {
  override readonly name = 'BadFrame'
}

/** An inspection of a form with tens of thousands of fields, or what 50 signers entered and their evidence. */
const MAX_JSON_BYTES = 24 * 2 ** 20
/** An upload has up to 50 MB, which can grow when it is prepared. */
const MAX_BYTES = 150 * 2 ** 20

export function writeFrame(
  to: Writable,
  message: object,
  bytes: Uint8Array = new Uint8Array(),
): void {
  const json = Buffer.from(JSON.stringify(message))
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32BE(json.length, 0)
  lengths.writeUInt32BE(bytes.length, 4)
  to.write(Buffer.concat([lengths, json, bytes]))
}

/**
 * Reads frames until the stream ends; an incomplete frame at its end is ignored.
 *
 * @throws BadFrame
 */
export async function* readFrames(from: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const chunks = from[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const take = async (length: number): Promise<Buffer | undefined> => {
    const parts = [rest]
    for (let have = rest.length; have < length; ) {
      const { value, done } = await chunks.next()
      if (done) return undefined
      parts.push(value)
      have += value.length
    }
    const all = Buffer.concat(parts)
    rest = all.subarray(length)
    return all.subarray(0, length)
  }
  for (;;) {
    const lengths = await take(8)
    if (!lengths) return
    const [jsonLength, length] = [lengths.readUInt32BE(0), lengths.readUInt32BE(4)]
    if (jsonLength > MAX_JSON_BYTES || length > MAX_BYTES) throw new BadFrame('too long')
    const json = await take(jsonLength)
    const bytes = json && (await take(length))
    if (!bytes) return
    yield { message: parseJson(json), bytes }
  }
}

function parseJson(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString())
  } catch (error) {
    throw new BadFrame('no JSON', { cause: error })
  }
}
