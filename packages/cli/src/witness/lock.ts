/** Makes sure that one process at a time uses a witness's key and state. */
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { WitnessUsageError } from './arguments.ts'

/** Longest path of a Unix socket on all systems. */
const MAX_PATH = 103

/**
 * Locks the folder with a Unix socket, which the system closes when the process ends, however it ends. Returns a
 * function that unlocks it.
 *
 * @throws WitnessUsageError when another process has locked it
 */
export async function lockFolder(dir: string): Promise<() => Promise<void>> {
  const path = join(dir, 'lock')
  if (Buffer.byteLength(path) > MAX_PATH)
    throw new WitnessUsageError(`The path ${dir} is too long.`)
  const server = (await listen(path)) ?? (await replaceStaleLock(path))
  if (!server) throw new WitnessUsageError(`Another process is running the witness in ${dir}.`)
  return () => new Promise((resolve) => server.close(() => resolve()))
}

async function replaceStaleLock(path: string): Promise<Server | undefined> {
  if (await answers(path)) return undefined
  await rm(path, { force: true })
  return listen(path)
}

/** Returns undefined when the socket exists. */
function listen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.end())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(path, () => resolve(server))
  })
}

/** Whether a process listens on the socket. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    const end = (isAlive: boolean) => {
      socket.destroy()
      resolve(isAlive)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}
