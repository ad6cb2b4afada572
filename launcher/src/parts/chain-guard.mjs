/**
 * Runs the embedded chain for its own user only: `node chain-guard.mjs <port> <anvil> <arguments of anvil>`, with the
 * secret in CHAIN_SECRET, in the folder of the chain.
 *
 * anvil answers anyone who can connect to it. Only this user can: anvil listens at an address that accepts no TCP
 * connections, and its socket file is in a folder that only this user can open. The guard forwards requests whose path is
 * `/<secret>` to that file.
 */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { pathAfterSecret } from './path-secret.mjs'

/** Relative to the working folder, because the path of a socket can have only about 100 characters. */
const SOCKET = 'anvil.ipc'
const REFUSAL = 'The embedded chain only accepts requests from its own installation.\n'

const { CHAIN_SECRET, ...env } = process.env
const [port, command, ...args] = process.argv.slice(2)
if (!CHAIN_SECRET) throw new Error('CHAIN_SECRET is not set')

createServer(handle).listen(Number(port), '127.0.0.1', runAnvil)

function runAnvil() {
  const anvil = spawn(command, [...args, '--ipc', SOCKET], { env, stdio: 'inherit' })
  anvil.on('error', (error) => {
    throw error
  })
  anvil.on('exit', (code) => process.exit(code ?? 1))
  // anvil writes its state before it exits.
  process.on('SIGTERM', () => anvil.kill('SIGTERM'))
}

async function handle(request, response) {
  if (request.method !== 'POST' || pathAfterSecret(request.url, CHAIN_SECRET) !== '')
    return end(response, 403, REFUSAL)
  const body = await text(request).catch(() => '')
  // anvil would wait for the rest of an incomplete message.
  if (isMessage(body)) forward(body, response)
  else end(response, 400, 'Expected a JSON-RPC message.\n')
}

function end(response, status, reason) {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(reason)
}

function isMessage(body) {
  try {
    return JSON.parse(body) instanceof Object
  } catch {
    return false
  }
}

/** Sends one message on its own connection and streams the response, which is one line. */
function forward(message, response) {
  const node = connect(SOCKET)
  response.on('close', () => node.destroy())
  node.on('connect', () => node.write(message))
  node.on('error', () => node.destroy())
  node.on('close', () => {
    if (!response.headersSent) end(response, 502, 'The embedded chain does not respond.\n')
    else if (!response.writableEnded) response.destroy()
  })
  node.on('data', (chunk) => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'application/json' })
    response.write(chunk)
    if (chunk.at(-1) === NEWLINE) response.end()
  })
}

const NEWLINE = 0x0a
