/** The official MongoDB server, downloaded once and stored with the other tools. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PartContext } from './part.ts'

const VERSION = '7.0.24'
const HOST = 'https://fastdl.mongodb.org'
/** Without this, the downloader would retry for minutes if the host is unreachable. */
const PROBE_MS = 4000

export async function officialMongod(
  context: PartContext,
): Promise<{ path: string; from: string } | undefined> {
  const downloadDir = join(context.tools, 'mongodb')
  const options = { version: VERSION, downloadDir }
  const { DryMongoBinary } = await import('mongodb-memory-server-core/lib/util/DryMongoBinary.js')
  const from = `mongod ${VERSION}, the official binary`
  const present = await DryMongoBinary.locateBinary(options).catch(() => undefined)
  if (present) return { path: present, from }
  const { MONGOMS_DOWNLOAD_MIRROR: mirror } = context.env
  if (!(await isReachable(mirror ?? HOST))) return undefined
  context.say(`downloading mongod ${VERSION} from MongoDB: a minute or more`)
  mkdirSync(downloadDir, { recursive: true })
  const { MongoBinary } = await import('mongodb-memory-server-core/lib/util/MongoBinary.js')
  // No build for this system, or an interrupted download: the stand-in is used instead.
  const path = await MongoBinary.getPath(options).catch((error: Error) => {
    context.say(`the download failed (${error.message.split('\n')[0]})`)
  })
  return path ? { path, from } : undefined
}

async function isReachable(host: string): Promise<boolean> {
  try {
    await fetch(host, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_MS) })
    return true
  } catch {
    return false
  }
}
