/**
 * Protects the embedded mailbox: `node mail-guard.mjs <arguments of maildev>`.
 *
 * Its page shows reset links, and maildev accepts every origin and host name. So requests that the browser sends on
 * behalf of another site, or for a name that merely resolves to this machine (DNS rebinding), are refused before
 * they reach maildev, including web sockets.
 */
import http from 'node:http'
import { createRequire } from 'node:module'

const NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])
const REFUSAL = 'The mailbox answers its own page only, at its own address.\n'

const { createServer } = http
http.createServer = (...parameters) => guarded(createServer(...parameters))

const require = createRequire(import.meta.url)
const MailDev = require('maildev')
new MailDev().listen()

function guarded(server) {
  const emit = server.emit.bind(server)
  server.emit = (event, ...parameters) => {
    const [request, reply] = parameters
    if ((event !== 'request' && event !== 'upgrade') || isOwn(request.headers))
      return emit(event, ...parameters)
    if (event === 'request') reply.writeHead(403, { 'content-type': 'text/plain' }).end(REFUSAL)
    else reply.destroy()
    return true
  }
  return server
}

/** A request has no origin if no page sends it or a link was followed. */
function isOwn({ host = '', origin }) {
  const isOurName = NAMES.has(host.replace(/:\d+$/, ''))
  return isOurName && (origin === undefined || origin === `http://${host}`)
}
