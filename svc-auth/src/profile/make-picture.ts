/** Converts an untrusted file into a profile picture or a logo, in a separate process (picture.child.mjs). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { MAX_LOGO_BYTES } from '@inkproof/protocol/branding'
import { MAX_PICTURE_BYTES } from '@inkproof/protocol/profile'
import { AppError } from '@inkproof/service-kit/app-error'
import { createBoundedQueue } from '@inkproof/service-kit/bounded-queue'

const CHILD = fileURLToPath(new URL('./picture.child.mjs', import.meta.url))
const TIMEOUT_MS = 10_000
const MAX_CONCURRENT = 2
const MAX_QUEUED = 16

export type MakePicture = (file: Uint8Array) => Promise<Buffer>

/** What is made of a file, and which files are accepted. */
export type PictureKind = {
  /** What the child process makes: `picture` or `logo`. */
  name: 'picture' | 'logo'
  error: 'PICTURE_REFUSED' | 'LOGO_REFUSED'
  maxBytes: number
  tooLarge: string
  signatures: readonly RegExp[]
  unsupported: string
}

const JPEG = /^ffd8ff/
const PNG = /^89504e470d0a1a0a/
/** GIF87a and GIF89a. */
const GIF = /^47494638(37|39)61/
/** Its size field is in the middle. */
const WEBP = /^52494646.{8}57454250$/

const PROFILE_PICTURE: PictureKind = {
  name: 'picture',
  error: 'PICTURE_REFUSED',
  maxBytes: MAX_PICTURE_BYTES,
  tooLarge: 'it is larger than 5 MB',
  signatures: [JPEG, PNG, GIF, WEBP],
  unsupported: 'it is not a JPEG, PNG, WebP or GIF file',
}

/** A PNG that fits into the box of logos, because some mail programs cannot show WebP. */
export const LOGO: PictureKind = {
  name: 'logo',
  error: 'LOGO_REFUSED',
  maxBytes: MAX_LOGO_BYTES,
  tooLarge: 'it is larger than 512 KB',
  signatures: [JPEG, PNG, WEBP],
  unsupported: 'it is not a PNG, JPEG or WebP file',
}

/**
 * Creates a function that converts a file, by default to a square WebP of 256 pixels, without metadata.
 *
 * The function throws AppError PICTURE_REFUSED or LOGO_REFUSED if the file is too large, is not a supported image or takes
 * too long to convert, and UNAVAILABLE if too many files are queued.
 */
export function createPictureMaker(timeoutMs = TIMEOUT_MS, kind = PROFILE_PICTURE): MakePicture {
  const runInQueue = createBoundedQueue(MAX_CONCURRENT, MAX_QUEUED)
  return async (file) => {
    if (file.length > kind.maxBytes) throw rejected(kind, kind.tooLarge)
    if (!isPicture(file, kind)) throw rejected(kind, kind.unsupported)
    return runInQueue(() => convertInChild(file, kind, timeoutMs))
  }
}

async function convertInChild(
  file: Uint8Array,
  kind: PictureKind,
  timeoutMs: number,
): Promise<Buffer> {
  const child = spawn(process.execPath, [CHILD, kind.name], {
    // The child must not see the service's keys.
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const closed = once(child, 'close')
  // Writing fails if the child exits early; its exit code is checked below.
  child.stdin.on('error', () => undefined).end(file)
  const [picture, [code]] = await Promise.all([buffer(child.stdout), closed])
  if (code !== 0 || picture.length === 0)
    throw rejected(kind, 'it cannot be read, or has too many pixels')
  return picture
}

/** Checks the file's content, because file names and media types cannot be trusted. */
function isPicture(file: Uint8Array, { signatures }: PictureKind): boolean {
  const hex = Buffer.from(file.subarray(0, 12)).toString('hex')
  return signatures.some((signature) => signature.test(hex))
}

function rejected({ error }: PictureKind, message: string): AppError {
  return new AppError(error, { issues: [{ path: '', message }] })
}
