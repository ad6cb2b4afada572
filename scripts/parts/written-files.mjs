/** The files that follow from the list of parts, whole or between `parts:` comments. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { composeFor } from './compose.mjs'
import { checkEnvFor, locationsFor, upstreamsFor } from './gateway.mjs'
import { ROOT } from './list.mjs'

const FILES = {
  'docker-compose.yml': composeFor,
  'gateway/check.env': checkEnvFor,
  'gateway/templates/upstreams.conf.template': (_, parts) => upstreamsFor(parts),
  'gateway/templates/services.conf.template': (_, parts) => locationsFor(parts),
}

/** Path and due text of every file that does not agree with the list. */
export function outdatedFiles(parts) {
  return Object.entries(FILES).flatMap(([path, textFor]) => {
    const file = join(ROOT, path)
    const present = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const text = textFor(present, parts)
    return text === present ? [] : [{ path, text }]
  })
}
