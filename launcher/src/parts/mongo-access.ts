/**
 * The password of the embedded database. Every local user can connect to its port, so it requires one, which is stored
 * in the data folder, readable only by the user who started it.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { MongoClient } from 'mongodb'
import { killOnExit } from '../process/kill-on-exit.ts'
import { waitFor } from '../process/wait.ts'

/** A server that does not require a password yet. */
export type OpenServer = {
  command: string
  args: readonly string[]
  cwd: string
  env: NodeJS.ProcessEnv
  url: string
  /** Where the password is stored. */
  passwordFile: string
  /** The signal that stops the server without losing the new user. */
  stopSignal: NodeJS.Signals
}

const USER = 'inkproof'
const START_TIMEOUT_MS = 30_000
const USER_EXISTS = 51_003
/** Long, because a busy server must not be restarted, and short enough that a frozen one is back within 15 s. */
const READ_TIMEOUT_MS = 3_000

/**
 * Returns the URL with the credentials. The first time, runs the server without access control to create its only user:
 * for a new installation before it contains anything that others must not read.
 */
export async function requirePassword(server: OpenServer): Promise<string> {
  const path = server.passwordFile
  if (!existsSync(path)) {
    const password = randomBytes(24).toString('base64url')
    await createUser(server, password)
    writeFileSync(`${path}.new`, password, { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
  const { host } = new URL(server.url)
  return `mongodb://${USER}:${readFileSync(path, 'utf8')}@${host}/?authSource=admin`
}

async function createUser(
  { command, args, cwd, env, url, stopSignal }: OpenServer,
  password: string,
): Promise<void> {
  const child = spawn(command, args, { cwd, env, stdio: 'ignore' })
  killOnExit(child, () => child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 1000 })
  const admin = client.db('admin')
  const isReady = () => {
    if (child.exitCode !== null) throw new Error('the database server exited')
    return isMongoReady(url)
  }
  try {
    await waitFor(isReady, { timeoutMs: START_TIMEOUT_MS, what: 'the database server' })
    const user = { pwd: password, roles: ['root'] }
    await admin.command({ createUser: USER, ...user }).catch((error: { code?: number }) => {
      // An earlier start was interrupted after it had created the user.
      if (error.code !== USER_EXISTS) throw error
      return admin.command({ updateUser: USER, ...user })
    })
  } finally {
    await client.close()
    child.kill(stopSignal)
    await ended
  }
}

/** Returns whether a server responds to this URL. */
export function isMongoReady(url: string): Promise<boolean> {
  return succeeds(url, 1000, (client) => client.db('admin').command({ ping: 1 }))
}

/**
 * Returns whether a server can read its files. One whose storage engine has stopped after a failed write still responds
 * to `ping`, but to nothing else until it is restarted.
 */
export function canReadMongo(url: string): Promise<boolean> {
  return succeeds(url, READ_TIMEOUT_MS, (client) =>
    client.db('admin').collection('check').findOne(),
  )
}

async function succeeds(
  url: string,
  timeoutMs: number,
  command: (client: MongoClient) => Promise<unknown>,
): Promise<boolean> {
  const client = new MongoClient(url, {
    serverSelectionTimeoutMS: timeoutMs,
    connectTimeoutMS: timeoutMs,
    socketTimeoutMS: timeoutMs,
  })
  try {
    await command(client)
    return true
  } catch {
    return false
  } finally {
    await client.close()
  }
}
