/** Encrypted bytes in the service's own database, as GridFS divides them into documents. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Connection, mongo } from 'mongoose'
import { type BlobStore, CHECK_NAME } from './blob-store.ts'

const BUCKET = 'stored-file-bytes'

/** Opens GridFS on a connection. Commands have the deadlines of the connection (service-kit mongo). */
export function openGridFs(connection: Connection): BlobStore {
  let opened: mongo.GridFSBucket | undefined
  const bucket = () => {
    opened ??= new mongo.GridFSBucket(databaseOf(connection), { bucketName: BUCKET })
    return opened
  }
  return {
    put: async (name, chunks, signal) => {
      const upload = bucket().openUploadStreamWithId(asGridFsId(name), name)
      await pipeline(Readable.from(chunks), upload, { signal })
    },
    get: async (name) => {
      const [file] = await bucket()
        .find({ _id: asGridFsId(name) })
        .limit(1)
        .toArray()
      if (!file) return undefined
      const download = bucket().openDownloadStream(file._id)
      // Otherwise the database keeps the cursor of a download that is not read to the end.
      return download.once('close', () => void download.abort().catch(() => undefined))
    },
    // Like `GridFSBucket.delete`, which rejects if there are chunks but no file.
    remove: async (name) => {
      const database = databaseOf(connection)
      await database.collection<{ _id: string }>(`${BUCKET}.files`).deleteOne({ _id: name })
      await database.collection(`${BUCKET}.chunks`).deleteMany({ files_id: name })
    },
    check: async () => {
      const files = databaseOf(connection).collection<{ _id: string; at: Date }>(`${BUCKET}.checks`)
      await files.updateOne({ _id: CHECK_NAME }, { $set: { at: new Date() } }, { upsert: true })
      if ((await files.findOne({ _id: CHECK_NAME })) === null)
        throw new Error('a document was written, but cannot be read')
    },
    close: () => undefined,
  }
}

function databaseOf({ db }: Connection): mongo.Db {
  if (!db) throw new mongo.MongoNotConnectedError('the database is not connected')
  return db
}

/** GridFS accepts any value as the `_id` of a file; the driver's types only its default. */
function asGridFsId(name: string): mongo.ObjectId {
  return name as unknown as mongo.ObjectId
}
