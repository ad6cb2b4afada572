/** Finds the process that listens on a port, for the error message that the port is in use. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { tryRun } from '../process/run.ts'

const LISTENING = '0A'

/** Returns text such as `nginx (process 123)`; undefined if the system does not reveal it. */
export async function findPortOwner(port: number): Promise<string | undefined> {
  return process.platform === 'linux' ? findOwnerOnLinux(port) : await findOwnerByLsof(port)
}

async function findOwnerByLsof(port: number): Promise<string | undefined> {
  const output = await tryRun('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-F', 'pc'])
  const pid = /^p(\d+)$/m.exec(output ?? '')?.[1]
  const name = /^c(.+)$/m.exec(output ?? '')?.[1]
  return pid && `${name} (process ${pid})`
}

function findOwnerOnLinux(port: number): string | undefined {
  const sockets = new Set(listeningSockets(port).map((inode) => `socket:[${inode}]`))
  const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && hasSocket(name, sockets))
  return pid && `${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()} (process ${pid})`
}

function listeningSockets(port: number): string[] {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0')
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    readLines(table).flatMap((line) => {
      const [, address = '', , state, ...rest] = line.trim().split(/\s+/)
      const inode = rest[5]
      return state === LISTENING && address.endsWith(`:${hexPort}`) && inode ? [inode] : []
    }),
  )
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}

function hasSocket(pid: string, sockets: ReadonlySet<string>): boolean {
  try {
    const folder = `/proc/${pid}/fd`
    return readdirSync(folder).some((fd) => sockets.has(readlinkSync(`${folder}/${fd}`)))
  } catch {
    // It has exited, or belongs to another user.
    return false
  }
}
