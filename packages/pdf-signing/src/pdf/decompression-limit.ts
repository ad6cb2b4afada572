/**
 * Limits what the parser will decompress while it opens a file.
 *
 * The parser inflates object streams and cross-reference streams without a limit, so that a file of 1 MB could occupy 1 GB
 * of memory. Other streams (pages, images, fonts) are never decompressed here.
 */
import { constants, inflateSync } from 'node:zlib'
import { UnusablePdf } from '../errors.ts'

/** Object streams of a text-only file of 10,000 pages have about 40 MB. */
const MAX_BYTES = 128 * 2 ** 20
/** The longest dictionary that is searched for the type of its stream. */
const MAX_DICTIONARY_BYTES = 4096
const FILTER = /\/(\w*Decode|Fl|LZW|RL|A85|AHx)\b/g

/**
 * Checks the streams that the parser decompresses by itself.
 *
 * @throws UnusablePdf `unreadable` if together they exceed 128 MB, or one has several filters
 */
export function checkDecompression(bytes: Uint8Array): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let left = MAX_BYTES
  for (let at = buffer.indexOf('stream'); at >= 0; at = buffer.indexOf('stream', at + 6)) {
    if (buffer.toString('latin1', at - 3, at) === 'end') continue
    const dictionary = dictionaryBefore(buffer, at)
    if (!isReadAtOpening(dictionary)) continue
    if ((dictionary.match(FILTER)?.length ?? 0) > 1) throw new UnusablePdf('unreadable')
    left -= inflatedLength(buffer.subarray(dataStart(buffer, at)), left)
    if (left < 0) throw new UnusablePdf('unreadable')
  }
}

/** The text of the object up to `stream`; without the start of the object if it is far away. */
function dictionaryBefore(buffer: Buffer, at: number): string {
  const text = buffer.toString('latin1', Math.max(0, at - MAX_DICTIONARY_BYTES), at)
  const start = text.lastIndexOf(' obj')
  return start < 0 ? `#${text}` : text.slice(start)
}

/** Names can be written with `#`, so such a dictionary counts as one of an object stream. */
function isReadAtOpening(dictionary: string): boolean {
  return /ObjStm|XRef|#/.test(dictionary)
}

function dataStart(buffer: Buffer, at: number): number {
  let start = at + 'stream'.length
  if (buffer[start] === 0x0d) start++
  if (buffer[start] === 0x0a) start++
  return start
}

/** The length of the data, or more than `limit`; 0 if it is not compressed. */
function inflatedLength(data: Buffer, limit: number): number {
  if (limit <= 0) return 1
  if (((data[0] ?? 0) & 0x0f) !== 8) return 0
  try {
    return inflateSync(data, {
      maxOutputLength: limit,
      finishFlush: constants.Z_SYNC_FLUSH,
    }).length
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? limit + 1 : 0
  }
}
