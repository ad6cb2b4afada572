/**
 * Protects the embedded mailbox: `node mail-guard.mjs <arguments of maildev>`, with the key in MAILBOX_KEY. Creates the file
 * MAILBOX_READY_FILE when maildev listens on both ports.
 *
 * The mailbox shows links that reset passwords, but maildev answers anyone. Before maildev sees a request or a web
 * socket, the guard refuses it if its path does not start with `/<key>/`, if it comes from another site, or if its host
 * name merely resolves to this machine (DNS rebinding).
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathAfterSecret } from './path-secret.mjs'

const { MAILBOX_KEY, MAILBOX_READY_FILE } = process.env
if (!MAILBOX_KEY || !MAILBOX_READY_FILE)
  throw new Error('MAILBOX_KEY and MAILBOX_READY_FILE are required')

/** Not localhost: it can also mean [::1], where another user can listen on the same port. */
const HOST_NAME = '127.0.0.1'
const WRONG_SENDER = 'The mailbox only accepts requests from its own page, at its own address.\n'
const WRONG_KEY =
  'The mailbox opens only with its link, which npm start printed. It is also in the file mailbox-link of the data folder.\n'
const ENTRANCE = readFileSync(join(import.meta.dirname, 'mailbox-entrance.html'), 'utf8')

const { createServer } = http
const listening = []
http.createServer = (...args) => {
  const server = guard(createServer(...args))
  listening.push(once(server, 'listening'))
  return server
}

const require = createRequire(import.meta.url)
const MailDev = require('maildev')
listening.push(new MailDev().listen())
await Promise.all(listening)
writeFileSync(MAILBOX_READY_FILE, '')

function guard(server) {
  const emit = server.emit.bind(server)
  server.emit = (event, ...args) => {
    const [request, response] = args
    if (event !== 'request' && event !== 'upgrade') return emit(event, ...args)
    const path = pathAfterSecret(request.url, MAILBOX_KEY)
    if (isFromOwnPage(request.headers) && path?.startsWith('/')) {
      request.url = path
      // Links in e-mails must not reveal the key, which is in the path of the page.
      if (event === 'request') response.setHeader('referrer-policy', 'no-referrer')
      return emit(event, ...args)
    }
    if (event === 'request') refuse(request, response)
    else response.destroy()
    return true
  }
  return server
}

/** Accepts requests of the mailbox page, and those without an Origin header: sent by no page, or following a link. */
function isFromOwnPage({ host = '', origin }) {
  const isKnownHost = host.replace(/:\d+$/, '') === HOST_NAME
  return isKnownHost && (origin === undefined || origin === `http://${host}`)
}

/** Responds with 403: to a request for `/`, with the page that opens the mailbox if the browser has the key; to others, with the reason. */
function refuse({ url, headers }, response) {
  const isAllowed = isFromOwnPage(headers)
  if (isAllowed && url === '/') response.writeHead(403, entranceHeaders()).end(ENTRANCE)
  else
    response
      .writeHead(403, { 'content-type': 'text/plain' })
      .end(isAllowed ? WRONG_KEY : WRONG_SENDER)
}

function entranceHeaders() {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      ...['script', 'style'].map((tag) => `${tag}-src 'sha256-${hashOf(tag)}'`),
    ].join('; '),
  }
}

/** Returns the hash of the content of the only element with this name. */
function hashOf(tag) {
  const [, content = ''] = new RegExp(`<${tag}>([^]*)</${tag}>`).exec(ENTRANCE) ?? []
  return createHash('sha256').update(content).digest('base64')
}
