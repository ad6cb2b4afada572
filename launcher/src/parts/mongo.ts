/**
 * MongoDB, from the first available source: MONGODB_URI; `mongod` on the PATH; the official binary, downloaded
 * once; SecantusDB as a stand-in. An installation that uses the stand-in keeps it, because its data files are
 * incompatible with those of MongoDB.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { tryRun } from '../process/run.ts'
import { canReadMongo, isMongoReady, requirePassword } from './mongo-access.ts'
import { getOfficialMongod } from './mongo-download.ts'
import { type Part, type PartContext, PartUnavailable, type Prepared, plainEnv } from './part.ts'
import { findOnPath } from './programs.ts'
import { getSecantus, SECANTUS_VERSION } from './secantus.ts'

export const mongo: Part = { name: 'mongo', prepare }

const MIN_MAJOR_VERSION = 6
const LIVENESS_EVERY_MS = 1_500

async function prepare(context: PartContext): Promise<Prepared> {
  const { MONGODB_URI } = context.env
  if (MONGODB_URI) return externalServer(MONGODB_URI)
  const standInData = join(context.data, 'mongo-stand-in')
  if (existsSync(standInData)) return await standIn(context, standInData)
  const mongod = (await mongodOnPath(context)) ?? (await getOfficialMongod(context))
  return mongod ? await realServer(context, mongod) : await standIn(context, standInData)
}

function externalServer(uri: string): Prepared {
  // Shows only the host: the rest may contain a password.
  const { host } = new URL(uri)
  return {
    from: `MONGODB_URI, at ${host}`,
    addresses: { url: uri },
    isReady: () => isMongoReady(uri),
  }
}

type Mongod = { path: string; from: string }

async function mongodOnPath({ env }: PartContext): Promise<Mongod | undefined> {
  const path = findOnPath('mongod', env)
  if (!path) return undefined
  const version = /db version v(\d+)(\S*)/.exec((await tryRun(path, ['--version'])) ?? '')
  if (Number(version?.[1] ?? 0) < MIN_MAJOR_VERSION) return undefined
  return { path, from: `${path}, version ${version?.[1]}${version?.[2]}` }
}

async function realServer(context: PartContext, { path, from }: Mongod): Promise<Prepared> {
  const folder = join(context.data, 'mongo')
  mkdirSync(folder, { recursive: true })
  const port = await context.port('mongo')
  const address = ['--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket']
  const args = ['--dbpath', folder, ...address]
  const env = plainEnv(context.env)
  const url = await requirePassword({
    ...{ command: path, args, cwd: folder, env },
    url: `mongodb://127.0.0.1:${port}`,
    passwordFile: join(context.data, 'mongod-password'),
    stopSignal: 'SIGTERM',
  })
  return {
    from,
    addresses: { url },
    launch: { name: 'mongo', command: path, args: [...args, '--auth'], cwd: folder, env },
    isReady: () => isMongoReady(url),
  }
}

async function standIn(context: PartContext, folder: string): Promise<Prepared> {
  const command = await standInCommand(context)
  mkdirSync(folder, { recursive: true })
  const port = await context.port('mongo')
  const address = ['--host', '127.0.0.1', '--port', String(port)]
  const storage = ['--storage-path', folder, '--sync-on-commit', '--standalone']
  const args = [...command.args, ...address, ...storage]
  const url = await requirePassword({
    ...{ command: command.path, args, cwd: folder, env: command.env },
    url: `mongodb://127.0.0.1:${port}`,
    passwordFile: join(context.data, 'mongo-password'),
    // Every acknowledged write is on disk, and an orderly stop would take seconds.
    stopSignal: 'SIGKILL',
  })
  return {
    from: `SecantusDB ${SECANTUS_VERSION} from PyPI, a stand-in for MongoDB`,
    notice:
      'The database is a stand-in for MongoDB, not for production. ' +
      'Set MONGODB_URI to use a MongoDB server.',
    addresses: { url },
    launch: {
      name: 'mongo',
      command: command.path,
      args: [...args, '--auth'],
      cwd: folder,
      env: command.env,
      liveness: { isAlive: () => canReadMongo(url), everyMs: LIVENESS_EVERY_MS },
    },
    isReady: () => isMongoReady(url),
  }
}

async function standInCommand(context: PartContext): ReturnType<typeof getSecantus> {
  try {
    return await getSecantus(context)
  } catch (error) {
    throw new PartUnavailable({
      what: 'A MongoDB server',
      why:
        'MONGODB_URI is not set, no mongod of version 6 or newer is on the PATH, the download host ' +
        `of MongoDB is unreachable, and the stand-in failed (${(error as Error).message})`,
      fix: 'install MongoDB 6 or newer, or start with MONGODB_URI=mongodb://… npm start',
    })
  }
}
