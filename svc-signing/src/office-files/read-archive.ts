/** Checks ZIP files before another program opens them. */
import { once } from 'node:events'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'

const MAX_ENTRIES = 5_000
/** Of all entries, unpacked. A presentation with large bitmaps has 100 MB. */
const MAX_UNPACKED_BYTES = 250_000_000
/** XML of long documents shrinks to a twentieth. */
const MAX_RATIO = 100
/** Smaller files may exceed the ratio: XML of one repeated element is harmless. */
const RATIO_FROM_BYTES = 10_000_000
const MAX_KEPT_BYTES = 1_000_000

export type ArchiveProblem = 'unreadable' | 'encrypted' | 'expands'

export class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused'
  readonly problem: ArchiveProblem

  constructor(problem: ArchiveProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

/** The names of all entries in their order, and the text of those that were asked for. */
export type Archive = { names: string[]; texts: ReadonlyMap<string, string> }

/**
 * Unpacks all entries without keeping them: a header can state a smaller size than its entry has.
 *
 * @param wanted entries whose text is returned
 * @throws ArchiveRefused
 */
export async function readArchive(file: Uint8Array, wanted: readonly string[]): Promise<Archive> {
  const archive = await openArchive(file)
  if (archive.entryCount > MAX_ENTRIES) throw new ArchiveRefused('expands')
  const entries = await listEntries(archive)
  if (entries.some((entry) => entry.generalPurposeBitFlag & 1))
    throw new ArchiveRefused('encrypted')
  const texts = new Map<string, string>()
  let left = Math.max(RATIO_FROM_BYTES, Math.min(MAX_UNPACKED_BYTES, file.length * MAX_RATIO))
  for (const entry of entries) {
    const isWanted = wanted.includes(entry.fileName)
    const { size, text } = await unpack(archive, entry, left, isWanted)
    left -= size
    if (isWanted) texts.set(entry.fileName, text)
  }
  return { names: entries.map(({ fileName }) => fileName), texts }
}

function openArchive(file: Uint8Array): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(Buffer.from(file), { lazyEntries: true }, (cause, archive) => {
      if (archive) resolve(archive)
      else reject(new ArchiveRefused('unreadable', { cause }))
    })
  })
}

async function listEntries(archive: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  archive.on('entry', (entry: Entry) => {
    entries.push(entry)
    archive.readEntry()
  })
  const ended = once(archive, 'end')
  archive.readEntry()
  await ended.catch(refuseUnreadable)
  return entries
}

async function unpack(archive: ZipFile, entry: Entry, maxBytes: number, isWanted: boolean) {
  if (entry.uncompressedSize > maxBytes) throw new ArchiveRefused('expands')
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    archive.openReadStream(entry, (cause, opened) => {
      if (opened) resolve(opened)
      else reject(new ArchiveRefused('unreadable', { cause }))
    })
  })
  const kept: Buffer[] = []
  let size = 0
  try {
    // yauzl fails if an entry has another size than its header says.
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      if (isWanted && size <= MAX_KEPT_BYTES) kept.push(chunk)
    }
  } catch (error) {
    refuseUnreadable(error)
  }
  return { size, text: Buffer.concat(kept).toString() }
}

function refuseUnreadable(cause: unknown): never {
  throw new ArchiveRefused('unreadable', { cause })
}
