/**
 * Tells a damaged file from a store or a process in trouble.
 *
 * A file that exists but cannot be read is damaged in its store: the other store is used, and the file is written anew.
 * Any other error, for example too many open files or a store that is not mounted, says nothing about the file and is thrown.
 */
import type { TileReader } from '@inkproof/proof/tile'

/** Errors of one file: of its blocks or checksums, its permissions, or because something else is in its place. */
const FILE_ERRORS = new Set([
  'EIO',
  'EBADMSG',
  'EUCLEAN',
  'ENODATA',
  'EILSEQ',
  'EREMOTEIO',
  'EINVAL',
  'EACCES',
  'EPERM',
  'EISDIR',
  'ENOTEMPTY',
  'ELOOP',
  'ERR_FS_FILE_TOO_LARGE',
])
/** The numbers on Linux of the above errors that Node.js does not name. */
const UNNAMED_FILE_ERRORS = new Set([-74, -117])

export type Store = 'served folder' | 'second store'

/** The readers of both stores. */
export type StoreReaders = { read: TileReader; readCopy: TileReader }

/** A file that exists in a store but cannot be read there. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
  readonly path: string
  constructor(path: string, store: Store, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`${path} in the ${store} cannot be read: ${reason}`, { cause })
    this.path = path
  }
}

/** Whether the error of a file operation concerns this file and not its store or the process. */
export function isFileError(error: unknown): boolean {
  const { code = '', errno = 0 } = error as NodeJS.ErrnoException
  return FILE_ERRORS.has(code) || UNNAMED_FILE_ERRORS.has(errno)
}

/**
 * Reads a file or folder from a store; undefined when it is missing.
 *
 * @throws UnreadableFile, or the error of the store or the process
 */
export async function readFrom<T>(
  store: Store,
  read: (path: string) => Promise<T>,
  path: string,
): Promise<T | undefined> {
  try {
    return await read(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw isFileError(error) ? new UnreadableFile(path, store, error) : error
  }
}

/** Like {@link readFrom}, but returns undefined for an unreadable file too, after passing its error to `onUnreadable`. */
export async function readIfIntact<T>(
  store: Store,
  read: (path: string) => Promise<T>,
  path: string,
  onUnreadable: (error: UnreadableFile) => void = () => undefined,
): Promise<T | undefined> {
  try {
    return await readFrom(store, read, path)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    onUnreadable(error)
    return undefined
  }
}

/** Reads a file from both stores; undefined where it is missing or unreadable. */
export async function readBoth(
  files: StoreReaders,
  path: string,
): Promise<{ copies: (Uint8Array | undefined)[]; unreadable: UnreadableFile[] }> {
  const unreadable: UnreadableFile[] = []
  const collect = (error: UnreadableFile) => void unreadable.push(error)
  const copies = await Promise.all([
    readIfIntact('served folder', files.read, path, collect),
    readIfIntact('second store', files.readCopy, path, collect),
  ])
  return { copies, unreadable }
}
