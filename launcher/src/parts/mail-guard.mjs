/**
 * Protects the embedded mailbox: `node mail-guard.mjs <arguments of maildev>`.
 *
 * The mailbox page shows reset links, but maildev accepts every origin and host name. Before maildev sees a request or
 * a web socket, the guard refuses it if it comes from another site, or if its host name merely resolves to this machine
 * (DNS rebinding).
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
    if ((event !== 'request' && event !== 'upgrade') || isAllowed(request.headers))
      return emit(event, ...args)
    if (event === 'request') response.writeHead(403, { 'content-type': 'text/plain' }).end(REFUSAL)
    else response.destroy()
    return true
  }
  return server
}

/** Accepts requests of the mailbox page, and those without an Origin header: sent by no page, or following a link. */
function isAllowed({ host = '', origin }) {
  const isKnownHost = HOST_NAMES.has(host.replace(/:\d+$/, ''))
  return isKnownHost && (origin === undefined || origin === `http://${host}`)
}
