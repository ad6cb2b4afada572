/** Converts an untrusted file into a profile picture, in a separate process (picture.child.mjs). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { MAX_PICTURE_BYTES } from '@inkproof/protocol/profile'
import { AppError } from '@inkproof/service-kit/app-error'
import { createBoundedQueue } from '@inkproof/service-kit/bounded-queue'

const CHILD = fileURLToPath(new URL('./picture.child.mjs', import.meta.url))
const WITHIN_MS = 10_000
const AT_ONCE = 2
const MOST_WAITING = 16

export type MakePicture = (file: Uint8Array) => Promise<Buffer>

/**
 * Returns a square WebP of 256 pixels, without metadata.
 *
 * @throws AppError PICTURE_REFUSED for a file that is no supported picture, UNAVAILABLE if too many are waiting.
 */
export function pictureMaker(withinMs = WITHIN_MS): MakePicture {
  const runInQueue = createBoundedQueue(AT_ONCE, MOST_WAITING)
  return async (file) => {
    if (file.length > MAX_PICTURE_BYTES) throw refused('it is larger than 5 MB')
    if (!isPicture(file)) throw refused('it is not a JPEG, PNG, WebP or GIF file')
    return runInQueue(() => run(file, withinMs))
  }
}

async function run(file: Uint8Array, withinMs: number): Promise<Buffer> {
  const child = spawn(process.execPath, [CHILD], {
    // Without the service's environment, so without its keys.
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: withinMs,
    killSignal: 'SIGKILL',
  })
  const closed = once(child, 'close')
  // A child that exits early closes its input; the exit code gives the reason.
  child.stdin.on('error', () => undefined).end(file)
  const [made, [code]] = await Promise.all([buffer(child.stdout), closed])
  if (code !== 0 || made.length === 0) throw refused('it cannot be read, or has too many pixels')
  return made
}

/** Detected by content: names and media types are not trusted. */
function isPicture(file: Uint8Array): boolean {
  const hex = Buffer.from(file.subarray(0, 12)).toString('hex')
  return BEGINNINGS.some((beginning) => beginning.test(hex))
}

/** Signatures of JPEG; PNG; GIF87a and GIF89a; WebP, whose size field is in the middle. */
const BEGINNINGS = [/^ffd8ff/, /^89504e470d0a1a0a/, /^47494638(37|39)61/, /^52494646.{8}57454250$/]

function refused(message: string): AppError {
  return new AppError('PICTURE_REFUSED', { issues: [{ path: '', message }] })
}
