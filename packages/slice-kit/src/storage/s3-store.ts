import { createHash } from 'node:crypto'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { Condition, ListedObject, ObjectStore, StoredObject } from './object-store.ts'

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/
const DEFAULT_REGION = 'us-east-1'
/** The most that one request may delete. */
const MAX_DELETED = 1000

/** In milliseconds: how long a connection may take, and how long it may transfer nothing. */
const LIMITS = { connectionTimeout: 5_000, socketTimeout: 30_000 }

export type S3Options = {
  /** Ends every request when it is aborted; the calls reject then. */
  signal?: AbortSignal
  /** In milliseconds, after which a request is repeated, three times in all. */
  limits?: typeof LIMITS
  env?: NodeJS.ProcessEnv
}

/**
 * Opens `s3://bucket/prefix`. Credentials, region and endpoint are those of every AWS client: `AWS_ACCESS_KEY_ID`,
 * `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL_S3` and so on. An endpoint of its own is addressed with the
 * bucket in the path.
 *
 * @throws Error if the address is malformed
 */
export function openS3(
  address: string,
  { signal, limits = LIMITS, env = process.env }: S3Options = {},
): ObjectStore {
  const [, bucket, folder = ''] = ADDRESS.exec(address) ?? []
  if (bucket === undefined)
    throw new Error(`"${address}" is not an address like s3://bucket/prefix`)
  const prefix = folder === '' || folder.endsWith('/') ? folder : `${folder}/`
  const hasEndpoint = Boolean(env['AWS_ENDPOINT_URL_S3'] ?? env['AWS_ENDPOINT_URL'])
  const client = new S3Client({
    forcePathStyle: hasEndpoint,
    requestHandler: limits,
    ...(!env['AWS_REGION'] && { region: DEFAULT_REGION }),
  })
  const sending = signal === undefined ? {} : { abortSignal: signal }
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key })
  return {
    name: address,
    get: (key, knownEtag) => get({ client, sending }, at(key), knownEtag),
    put: (key, bytes, condition) => put({ client, sending }, at(key), bytes, condition),
    modifiedMs: async (key) => {
      const { LastModified } = await client.send(new HeadObjectCommand(at(key)), sending)
      return LastModified?.getTime() ?? 0
    },
    list: async (start) => {
      const found: ListedObject[] = []
      const input = { Bucket: bucket, Prefix: prefix + start }
      const pages = paginateListObjectsV2({ client }, input, sending)
      for await (const { Contents = [] } of pages) {
        for (const { Key = '', LastModified } of Contents)
          found.push({ key: Key.slice(prefix.length), modifiedMs: LastModified?.getTime() ?? 0 })
      }
      return found
    },
    remove: async (keys) => {
      for (let first = 0; first < keys.length; first += MAX_DELETED) {
        const Objects = keys.slice(first, first + MAX_DELETED).map((key) => ({ Key: prefix + key }))
        const command = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects } })
        await client.send(command, sending)
      }
    },
  }
}

type Connection = { client: S3Client; sending: { abortSignal?: AbortSignal } }
type Location = { Bucket: string; Key: string }

async function get(
  { client, sending }: Connection,
  location: Location,
  knownEtag?: string,
): Promise<StoredObject | null> {
  const condition = knownEtag === undefined ? {} : { IfNoneMatch: knownEtag }
  try {
    const { Body, ETag = '' } = await client.send(
      new GetObjectCommand({ ...location, ...condition }),
      sending,
    )
    return { bytes: (await Body?.transformToByteArray()) ?? new Uint8Array(), etag: ETag }
  } catch (error) {
    if (statusOf(error) === 404 || statusOf(error) === 304) return null
    throw error
  }
}

async function put(
  { client, sending }: Connection,
  location: Location,
  bytes: Uint8Array,
  condition: Condition,
): Promise<boolean> {
  const ChecksumSHA256 = createHash('sha256').update(bytes).digest('base64')
  const input = { ...location, ...headersOf(condition), Body: bytes, ChecksumSHA256 }
  try {
    await client.send(new PutObjectCommand(input), sending)
    return true
  } catch (error) {
    // 409: another conditional write of the same object is in progress. 404: there is no object with that tag anymore.
    const isUnmet = [412, 409].includes(statusOf(error))
    if (isUnmet || (typeof condition === 'object' && statusOf(error) === 404)) return false
    throw error
  }
}

function headersOf(condition: Condition) {
  if (condition === 'always') return {}
  return condition === 'if-absent' ? { IfNoneMatch: '*' } : { IfMatch: condition.etag }
}

function statusOf(error: unknown): number {
  return error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0
}
