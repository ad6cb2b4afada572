/** Helpers for tests of what another local user can do to a process that the launcher runs. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { NetConnectOpts } from 'node:net'
import { promisify } from 'node:util'

const run = promisify(execFile)

const NOBODY = 65_534

/** Connects, sends a text if there is one, and prints the error's code or what was received. */
const CONNECT = `
const [options, text, user] = JSON.parse(process.argv[1])
if (user !== null) {
  process.setgroups([])
  process.setgid(user)
  process.setuid(user)
}
const socket = require('node:net').connect(options)
let received = ''
const end = (result) => { console.log(result); process.exit() }
socket.setTimeout(5000, () => end(received))
socket.on('error', ({ code }) => end(code)).on('close', () => end(received))
socket.on('connect', () => text ? socket.write(text) : socket.end())
socket.on('data', (bytes) => { received += bytes })
`

/**
 * Connects as another user. Only root can do that; without root, connects as the current user, who can reach at least as much.
 * Returns the response to the text, or the code of the error, such as ECONNREFUSED.
 */
export async function connectAsAnotherUser(options: NetConnectOpts, text = ''): Promise<string> {
  const user = isRoot() ? NOBODY : null
  const input = JSON.stringify([options, text, user])
  const { stdout } = await run(process.execPath, ['-e', CONNECT, input], { cwd: '/' })
  return stdout.trim()
}

/** Returns whether {@link connectAsAnotherUser} connects as another user. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Returns the ids of the processes in a process group. */
export function processesOfGroup(leader: number): string[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return ids.filter(
    (id) => readProcFile(id, 'stat').split(') ').at(-1)?.split(' ')[2] === `${leader}`,
  )
}

/** Returns a file of a process in /proc; empty if the process has exited. */
export function readProcFile(id: string, name: string): string {
  try {
    return readFileSync(`/proc/${id}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the IPv4 addresses at which a process listens. */
export function listeningAddresses(id: string): { host: string; port: number }[] {
  const inodes = new Set(
    readdirSync(`/proc/${id}/fd`).map((fd) => /^socket:\[(\d+)\]/.exec(linkTarget(id, fd))?.[1]),
  )
  const sockets = readProcFile(id, 'net/tcp')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  return sockets.flatMap(([, address = '', , state, , , , , , inode]) =>
    state === LISTENING && inodes.has(inode) ? [parseAddress(address)] : [],
  )
}

const LISTENING = '0A'

function linkTarget(id: string, fd: string): string {
  try {
    return readlinkSync(`/proc/${id}/fd/${fd}`)
  } catch {
    return ''
  }
}

/** Parses an address as in /proc/net/tcp: hexadecimal, the bytes of the host in reverse order. */
function parseAddress(text: string): { host: string; port: number } {
  const [host = '', port = ''] = text.split(':')
  const bytes = [...Buffer.from(host, 'hex')].reverse()
  return { host: bytes.join('.'), port: Number.parseInt(port, 16) }
}
