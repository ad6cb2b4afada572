/**
 * settings.json lists the settings of an installation, in the order of the README's table. Each row has the names of
 * its settings and its description in Markdown.
 *
 * A setting is declared once, in the schema of the service that reads it (`config.ts`, or `*-settings.ts` of a
 * feature) or in a template of the gateway. This file checks that docker-compose.yml passes on every variable to the
 * service that reads it, with the same default; that every row names a setting that is read and that an operator can
 * set; and that every such setting has a row, because `npm start` ignores settings without one.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultsOf, isPassedOn, settableVariables } from './compose-variables.mjs'
import { ROOT, readParts } from './list.mjs'

const SCHEMA_FILES =
  /^(svc-[a-z-]+\/src|packages\/(service-kit|messages|file-storage)\/src)\/(.*\/)?((config|settings)|[a-z-]+-settings)\.ts$/

/**
 * Variables by which the processes find each other and their files. Not in settings.json, because the launcher sets
 * them.
 */
const INTERNAL = [
  ...['EMBEDDED', 'LOG_COPY_DIR', 'LOG_DIR', 'MAILBOX', 'PORT', 'SERVICE_HOST', 'STORAGE_DIR'],
  ...['TRUSTED_HOPS', 'WWW_DIR', 'GATEWAY_ACCESS_LOG', 'GATEWAY_LISTEN', 'GATEWAY_LOG'],
  ...['GATEWAY_MAIN', 'GATEWAY_NAMES', 'GATEWAY_PRECOMPRESSED', 'GATEWAY_RESOLVER'],
  ...['GATEWAY_STATE', 'GATEWAY_WWW'],
]
const INTERNAL_URL = /^(MONGO_URL|URL)_[A-Z_]+$/

export function readSettings() {
  return JSON.parse(readFileSync(join(ROOT, 'settings.json'), 'utf8'))
}

/** The README with its updated table of settings. */
export function readmeFor(text, rows) {
  const table = rows.map(({ settings, text: description }) => {
    const names = settings.map((name) => `\`${name}\``).join(', ')
    return `| ${names} | ${description} |`
  })
  const region = /(<!-- settings\.json[^\n]*-->\n)[\s\S]*?(<!-- settings: end -->)/
  if (!region.test(text))
    throw new Error('README.md lacks the comment "settings.json" or "settings: end"')
  const lines = ['| setting | what it does |', '|---|---|', ...table]
  return text.replace(region, (_, start, end) => `${start}${lines.join('\n')}\n${end}`)
}

/** The variables that the services' schemas declare: name, file, and default if it is written there as a literal. */
export function declaredVariables() {
  return filesBelow(['svc-', 'packages'])
    .filter((file) => SCHEMA_FILES.test(file))
    .flatMap((file) => {
      const declarations = readFileSync(join(ROOT, file), 'utf8').matchAll(
        /(?:^ {2,4}|\{ )([A-Z][A-Z0-9_]+): (.*)/gm,
      )
      return [...declarations].map(([, name, schema]) => ({
        name,
        file,
        ...literalDefault(schema),
      }))
    })
}

function literalDefault(schema) {
  const [, text, other] = /\.default\((?:'([^']*)'|([\d_.]+|true|false))\)/.exec(schema) ?? []
  const value = text ?? other?.replaceAll('_', '')
  return value === undefined ? {} : { value }
}

export function settingProblems(rows, declared = declaredVariables(), compose = readComposeFile()) {
  return [
    ...declared.flatMap((variable) => variableProblems(variable, compose)),
    ...rowProblems(rows, declared, compose),
  ]
}

function readComposeFile() {
  return readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')
}

function variableProblems({ name, file, value }, compose) {
  const [folder] = file.split('/')
  if (!isPassedOn(compose, folder, name))
    return [`docker-compose.yml does not pass on ${name} to ${folder}, where ${file} reads it`]
  return defaultsOf(compose, name)
    .filter((other) => value !== undefined && other !== '' && other !== value)
    .map((other) => `${name} is ${value} by default in ${file}, and ${other} in docker-compose.yml`)
}

function rowProblems(rows, declared, compose) {
  const gateway = filesBelow(['gateway'])
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')
  const isRead = (name) => gateway.includes(name) || declared.some((other) => other.name === name)
  const settable = settableVariables(compose)
  const isKey = (name) => compose.includes(`\${${name}:?`)
  const listed = rows.flatMap(({ settings }) => settings)
  const upstreams = readParts().services.map(({ variable }) => variable)
  const documented = new Set([...listed, ...INTERNAL, ...upstreams])
  return [
    ...listed
      .filter((name) => !isRead(name))
      .map((name) => `settings.json lists ${name}, which nothing reads`),
    ...listed
      .filter((name) => !settable.has(name) && !isKey(name))
      .map((name) => `docker-compose.yml does not let an operator set ${name}`),
    ...[...settable]
      .filter((name) => !documented.has(name) && !INTERNAL_URL.test(name))
      .map(
        (name) =>
          `settings.json has no row for ${name}, which docker-compose.yml lets an operator set`,
      ),
  ]
}

function filesBelow(starts) {
  return readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && starts.some((start) => entry.name.startsWith(start)))
    .flatMap(({ name }) => walk(name))
}

function walk(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter(({ name }) => !['node_modules', 'dist', 'test', 'testing', 'texts'].includes(name))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      return entry.isDirectory() ? walk(path) : [path]
    })
}
