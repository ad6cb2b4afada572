/** Converts an untrusted file into a profile picture, in a separate process (picture.child.mjs). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { MAX_PICTURE_BYTES } from '@inkproof/protocol/profile'
import { AppError } from '@inkproof/service-kit/app-error'
import { createBoundedQueue } from '@inkproof/service-kit/bounded-queue'

const CHILD = fileURLToPath(new URL('./picture.child.mjs', import.meta.url))
const TIMEOUT_MS = 10_000
const MAX_CONCURRENT = 2
const MAX_QUEUED = 16

export type MakePicture = (file: Uint8Array) => Promise<Buffer>

/**
 * Creates a function that converts a file to a square WebP of 256 pixels without metadata.
 *
 * The function throws AppError PICTURE_REFUSED if the file is too large, is not a supported image or takes too long to
 * convert, and UNAVAILABLE if too many files are queued.
 */
export function createPictureMaker(timeoutMs = TIMEOUT_MS): MakePicture {
  const runInQueue = createBoundedQueue(MAX_CONCURRENT, MAX_QUEUED)
  return async (file) => {
    if (file.length > MAX_PICTURE_BYTES) throw pictureRejected('it is larger than 5 MB')
    if (!isPicture(file)) throw pictureRejected('it is not a JPEG, PNG, WebP or GIF file')
    return runInQueue(() => convertInChild(file, timeoutMs))
  }
}

async function convertInChild(file: Uint8Array, timeoutMs: number): Promise<Buffer> {
  const child = spawn(process.execPath, [CHILD], {
    // The child must not see the service's keys.
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const closed = once(child, 'close')
  // Writing fails if the child exits early; its exit code is checked below.
  child.stdin.on('error', () => undefined).end(file)
  const [webp, [code]] = await Promise.all([buffer(child.stdout), closed])
  if (code !== 0 || webp.length === 0)
    throw pictureRejected('it cannot be read, or has too many pixels')
  return webp
}

/** Checks the file's content, because file names and media types cannot be trusted. */
function isPicture(file: Uint8Array): boolean {
  const hex = Buffer.from(file.subarray(0, 12)).toString('hex')
  return FILE_SIGNATURES.some((signature) => signature.test(hex))
}

/** Signatures of JPEG; PNG; GIF87a and GIF89a; WebP, whose size field is in the middle. */
const FILE_SIGNATURES = [
  /^ffd8ff/,
  /^89504e470d0a1a0a/,
  /^47494638(37|39)61/,
  /^52494646.{8}57454250$/,
]

function pictureRejected(message: string): AppError {
  return new AppError('PICTURE_REFUSED', { issues: [{ path: '', message }] })
}
