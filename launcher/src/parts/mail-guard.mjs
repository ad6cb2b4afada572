/**
 * Protects the embedded mailbox: `node mail-guard.mjs <arguments of maildev>`.
 *
 * Its page shows reset links, but maildev accepts every origin and host name. This refuses requests from other sites,
 * and to names that merely resolve to this machine (DNS rebinding), including web sockets, before maildev sees them.
 */
import http from 'node:http'
import { createRequire } from 'node:module'

const HOST_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])
const REFUSAL = 'The mailbox only accepts requests from its own page, at its own address.\n'

const { createServer } = http
http.createServer = (...args) => guard(createServer(...args))

const require = createRequire(import.meta.url)
const MailDev = require('maildev')
new MailDev().listen()

function guard(server) {
  const emit = server.emit.bind(server)
  server.emit = (event, ...args) => {
    const [request, response] = args
    if ((event !== 'request' && event !== 'upgrade') || isOwn(request.headers))
      return emit(event, ...args)
    if (event === 'request') response.writeHead(403, { 'content-type': 'text/plain' }).end(REFUSAL)
    else response.destroy()
    return true
  }
  return server
}

/** A request has no Origin header if it was not sent by a page, or if a link was followed. */
function isOwn({ host = '', origin }) {
  const isOwnHost = HOST_NAMES.has(host.replace(/:\d+$/, ''))
  return isOwnHost && (origin === undefined || origin === `http://${host}`)
}
