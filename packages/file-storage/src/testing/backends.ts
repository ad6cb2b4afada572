/** The places that tests store files in, with access to the stored bytes as an intruder or a fault has it. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startStorage } from '@inkproof/slice-kit/testing/versitygw'
import type { Connection } from 'mongoose'
import type { FileStoreDeps } from '../file-store.ts'

/** GridFS' collections of the stored bytes. */
const FILES = 'stored-file-bytes.files'
const CHUNKS = 'stored-file-bytes.chunks'

export type Backend = {
  settings: Partial<FileStoreDeps>
  /** Returns the stored bytes of a file; undefined if there are none, not even a part. */
  readStored(connection: Connection, id: string): Promise<Buffer | undefined>
  /** Replaces the stored bytes of a file. */
  writeStored(connection: Connection, id: string, bytes: Uint8Array): Promise<void>
  /** Leaves what is left when writing the bytes is interrupted: part of them, or nothing if that cannot be. */
  interrupt(connection: Connection, id: string): Promise<void>
  /** Returns the IDs of all files of which any bytes are stored. */
  listStored(connection: Connection): Promise<string[]>
  /** Deletes the stored bytes of all files. */
  clear(): Promise<void>
  close(): Promise<void>
}

/** The service's own database. */
export function gridFsBackend(): Backend {
  const chunksOf = ({ db }: Connection) =>
    (db as NonNullable<typeof db>).collection<{ files_id: string; n: number; data: Chunk }>(CHUNKS)
  const filesOf = ({ db }: Connection) =>
    (db as NonNullable<typeof db>).collection<{ _id: string }>(FILES)
  return {
    settings: { FILE_STORAGE: 'mongodb' },
    readStored: async (connection, id) => {
      const chunks = await chunksOf(connection).find({ files_id: id }).sort({ n: 1 }).toArray()
      return chunks.length === 0 ? undefined : Buffer.concat(chunks.map(({ data }) => data.buffer))
    },
    writeStored: async (connection, id, bytes) => {
      await chunksOf(connection).deleteMany({ files_id: id })
      const data = Buffer.from(bytes) as unknown as Chunk
      await chunksOf(connection).insertOne({ files_id: id, n: 0, data })
      const size = { length: bytes.length, chunkSize: Math.max(1, bytes.length) }
      await filesOf(connection).updateOne({ _id: id }, { $set: size })
    },
    interrupt: async (connection, id) => {
      await filesOf(connection).deleteOne({ _id: id })
    },
    listStored: async (connection) => {
      const ids = [
        ...(await chunksOf(connection).distinct('files_id')),
        ...(await filesOf(connection).distinct('_id')),
      ]
      return [...new Set(ids)]
    },
    // Each test has its own database.
    clear: async () => undefined,
    close: async () => undefined,
  }
}

/** As the driver returns binary data. */
type Chunk = { buffer: Uint8Array }

const BUCKET = 'stored'

/** A real S3-compatible server, whose objects are files of a folder. */
export async function s3Backend(): Promise<Backend> {
  const folder = await mkdtemp(path.join(tmpdir(), 'inkproof-stored-'))
  const server = await startStorage(folder, [BUCKET])
  const objects = path.join(folder, 'buckets', BUCKET, 'files')
  const pathOf = (id: string) => path.join(objects, id)
  return {
    settings: { FILE_STORAGE: `s3://${BUCKET}/files`, ...server.env },
    readStored: (_, id) => readFile(pathOf(id)).catch(() => undefined),
    writeStored: (_, id, bytes) => writeFile(pathOf(id), bytes),
    // An object is stored completely or not at all.
    interrupt: (_, id) => rm(pathOf(id)),
    listStored: async () => readdir(objects).catch(() => []),
    clear: () => rm(objects, { recursive: true, force: true }),
    close: async () => {
      await server.stop()
      await rm(folder, { recursive: true })
    },
  }
}
