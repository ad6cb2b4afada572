/** The access codes that a sender tells recipients by other means. Only their hashes are stored. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createBoundedQueue } from '@inkproof/service-kit/bounded-queue'
import type { AccessCodeRow } from './envelopes.model.ts'

const hash = promisify(scrypt) as (code: string, salt: Buffer, length: number) => Promise<Buffer>

/** Each hash occupies a core and one of the four worker threads, which files and DNS need too. */
const MAX_CONCURRENT = 2
const MAX_WAITING = 100
const runInQueue = createBoundedQueue(MAX_CONCURRENT, MAX_WAITING)

const HASH_BYTES = 32

/** @throws AppError UNAVAILABLE if too many codes are being hashed */
export async function hashAccessCode(code: string): Promise<AccessCodeRow> {
  const salt = randomBytes(16)
  const derived = await derive(code, salt)
  return { salt: salt.toString('base64url'), hash: derived.toString('base64url'), wrong: 0 }
}

/** Whether this is the code. @throws as {@link hashAccessCode} */
export async function isAccessCode(
  row: Pick<AccessCodeRow, 'hash' | 'salt'>,
  code: string,
): Promise<boolean> {
  const derived = await derive(code, Buffer.from(row.salt, 'base64url'))
  return timingSafeEqual(derived, Buffer.from(row.hash, 'base64url'))
}

function derive(code: string, salt: Buffer): Promise<Buffer> {
  return runInQueue(() => hash(normalize(code), salt, HASH_BYTES))
}

/** People type codes with other capitals and spaces than they were told. */
function normalize(code: string): string {
  return code.trim().toLowerCase().normalize('NFC')
}
