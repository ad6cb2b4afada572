import { S3ServiceException } from '@aws-sdk/client-s3'
import { AppError } from '@inkproof/service-kit/app-error'
import { asOutage } from '@inkproof/service-kit/outage'
import { mongo } from 'mongoose'
import { unreadable } from './unreadable.ts'

/** How S3-compatible storage says that a disk or a quota is full: MinIO, versitygw, Ceph, OpenStack. */
const FULL_CODES = new Set([
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
  'QuotaExceeded',
  'InsufficientCapacity',
  'InsufficientStorage',
])
const INSUFFICIENT_STORAGE = 507

/**
 * Translates an error of GridFS or S3: STORAGE_FULL if a disk or a quota is full, FILE_UNREADABLE if parts of a file are
 * missing, UNAVAILABLE for everything else that storage can answer, such as wrong credentials. Bugs stay as they are.
 */
export function asStorageError(error: unknown): unknown {
  if (error instanceof S3ServiceException) return new AppError(codeOf(error), {}, { cause: error })
  if (error instanceof mongo.MongoGridFSChunkError)
    return unreadable('parts of it are missing', error)
  return asOutage(error) ?? asClientFault(error) ?? error
}

function codeOf({ name, $metadata }: S3ServiceException): 'STORAGE_FULL' | 'UNAVAILABLE' {
  const isFull = FULL_CODES.has(name) || $metadata.httpStatusCode === INSUFFICIENT_STORAGE
  return isFull ? 'STORAGE_FULL' : 'UNAVAILABLE'
}

/** There are no credentials, or the certificate of the storage is not accepted. */
function asClientFault(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  const isFault = error.name === 'CredentialsProviderError' || /CERT|TLS|SSL/.test(code)
  return isFault ? new AppError('UNAVAILABLE', {}, { cause: error }) : undefined
}
