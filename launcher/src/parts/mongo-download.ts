/** The official MongoDB server, downloaded once and stored with the other tools. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PartContext } from './part.ts'

const VERSION = '7.0.24'
const HOST = 'https://fastdl.mongodb.org'
/** The host is probed first, because the downloader would retry for minutes if the host is unreachable. */
const PROBE_TIMEOUT_MS = 4000

/** Returns undefined if the server is not downloaded yet and cannot be downloaded. */
export async function getOfficialMongod(
  context: PartContext,
): Promise<{ path: string; from: string } | undefined> {
  const downloadDir = join(context.tools, 'mongodb')
  const options = { version: VERSION, downloadDir }
  const { DryMongoBinary } = await import('mongodb-memory-server-core/lib/util/DryMongoBinary.js')
  const from = `mongod ${VERSION}, the official binary`
  const existing = await DryMongoBinary.locateBinary(options).catch(() => undefined)
  if (existing) return { path: existing, from }
  const { MONGOMS_DOWNLOAD_MIRROR: mirror } = context.env
  if (!(await isReachable(mirror ?? HOST))) return undefined
  context.print(`downloading mongod ${VERSION} from MongoDB: this takes a minute or more`)
  mkdirSync(downloadDir, { recursive: true })
  const { MongoBinary } = await import('mongodb-memory-server-core/lib/util/MongoBinary.js')
  // If there is no build for this system or the download fails, the stand-in is used instead.
  const path = await MongoBinary.getPath(options).catch((error: Error) => {
    context.print(`the download failed (${error.message.split('\n')[0]})`)
  })
  return path ? { path, from } : undefined
}

async function isReachable(host: string): Promise<boolean> {
  try {
    await fetch(host, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    return true
  } catch {
    return false
  }
}
