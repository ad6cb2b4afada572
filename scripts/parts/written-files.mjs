/** The files generated from the lists of parts, settings, pages and errors, some only between marker comments. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { composeFor } from './compose.mjs'
import { generateContentPages } from './content-pages.mjs'
import { generateErrorsDocument } from './errors-document.mjs'
import { checkEnvFor, locationsFor, upstreamsFor } from './gateway.mjs'
import { ROOT } from './list.mjs'
import { readmeFor, readSettings } from './settings.mjs'

const FILES = {
  'docker-compose.yml': composeFor,
  'gateway/check.env': checkEnvFor,
  'README.md': (text) => readmeFor(text, readSettings()),
  'mfe-content/src/text/pages.ts': generateContentPages,
  'docs/errors.md': generateErrorsDocument,
  'gateway/templates/upstreams.conf.template': (_, parts) => upstreamsFor(parts),
  'gateway/templates/services.conf.template': (_, parts) => locationsFor(parts),
}

/** Returns path and expected text of every outdated file. */
export function outdatedFiles(parts) {
  return Object.entries(FILES).flatMap(([path, textFor]) => {
    const file = join(ROOT, path)
    const current = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const text = textFor(current, parts)
    return text === current ? [] : [{ path, text }]
  })
}
