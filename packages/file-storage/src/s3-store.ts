/** Encrypted bytes as objects of S3-compatible storage. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { type BlobStore, CHECK_NAME } from './blob-store.ts'
import type { FileStorageSettings } from './settings.ts'

const CONNECT_TIMEOUT_MS = 2_000
/** Chunks of 64 KiB. */
const CHUNKS_PER_YIELD = 16
const ADDRESS = /^s3:\/\/([^/]+)(?:\/(.*))?$/

/**
 * Opens `s3://bucket/prefix`. An endpoint of its own is addressed with the bucket in the path.
 *
 * One request stores a whole object, so that an interrupted one leaves nothing, unlike a multipart upload.
 *
 * @throws Error if the address is malformed
 */
export function openS3(address: string, settings: FileStorageSettings): BlobStore {
  const [, bucket, folder = ''] = ADDRESS.exec(address) ?? []
  if (bucket === undefined) throw new Error(`"${address}" is not an address of S3 storage`)
  const prefix = folder === '' || folder.endsWith('/') ? folder : `${folder}/`
  const client = new S3Client(clientOptions(settings))
  const at = (name: string) => ({ Bucket: bucket, Key: prefix + name })
  const put: BlobStore['put'] = async (name, chunks, abortSignal) => {
    const { body, sha256 } = await joinAndHash(chunks)
    const checksum = { ChecksumSHA256: sha256.toString('base64') }
    const command = new PutObjectCommand({ ...at(name), Body: body, ...checksum })
    setPayloadHash(command, sha256)
    await client.send(command, { abortSignal })
  }
  const get: BlobStore['get'] = async (name, abortSignal) => {
    const getting = client.send(new GetObjectCommand(at(name)), { abortSignal })
    const object = await getting.catch(ignoreMissing)
    return object?.Body instanceof Readable ? object.Body : undefined
  }
  return {
    put,
    get,
    remove: async (name, abortSignal) => {
      const deleting = client.send(new DeleteObjectCommand(at(name)), { abortSignal })
      // Some servers say so if two requests delete the same object at once.
      await deleting.catch(ignoreMissing)
    },
    check: async (signal) => {
      await put(CHECK_NAME, [Buffer.from('ready')], signal)
      const content = await get(CHECK_NAME, signal)
      if (content === undefined) throw new Error('an object was written, but cannot be read')
      content.destroy()
    },
    close: () => client.destroy(),
  }
}

/** In steps, because hashing 50 MB at once would delay other requests. */
async function joinAndHash(chunks: readonly Uint8Array[]) {
  const body = Buffer.allocUnsafe(chunks.reduce((sum, { length }) => sum + length, 0))
  const hash = createHash('sha256')
  let length = 0
  for (const [index, chunk] of chunks.entries()) {
    body.set(chunk, length)
    length += chunk.length
    hash.update(chunk)
    if (index % CHUNKS_PER_YIELD === 0) await yieldToEventLoop()
  }
  return { body, sha256: hash.digest() }
}

/** Otherwise the client computes the hash for the signature once more (Signature Version 4, "payload hash"). */
function setPayloadHash(command: PutObjectCommand, sha256: Buffer): void {
  command.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> }
      headers['x-amz-content-sha256'] = sha256.toString('hex')
      return next(args)
    },
    { step: 'build', name: 'setPayloadHash' },
  )
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof NoSuchKey)) throw error
}

function clientOptions(settings: FileStorageSettings) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = settings
  const endpoint = settings.AWS_ENDPOINT_URL_S3
  return {
    region: settings.AWS_REGION,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS },
    // The bytes are authenticated when they are decrypted.
    responseChecksumValidation: 'WHEN_REQUIRED' as const,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  }
}
