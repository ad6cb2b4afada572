/**
 * settings.json: what an operator may set, in the order of the README's table. Each row has the names of its
 * settings and a text in Markdown.
 *
 * A setting is declared once, in the schema of the service that reads it (`config.ts`, or `*-settings.ts` of a
 * feature) or in a template of the gateway. This file checks that docker-compose.yml passes on every variable that a
 * service reads, and that every row names a setting that somebody reads and an operator can set.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './list.mjs'

const READERS =
  /^(svc-[a-z-]+\/src|packages\/(service-kit|messages)\/src)\/(.*\/)?((config|settings)|[a-z-]+-settings)\.ts$/

export function readSettings() {
  return JSON.parse(readFileSync(join(ROOT, 'settings.json'), 'utf8'))
}

/** The README with its updated table of settings. */
export function readmeFor(text, rows) {
  const table = rows.map(({ settings, text: what }) => {
    const names = settings.map((name) => `\`${name}\``).join(', ')
    return `| ${names} | ${what} |`
  })
  const region = /(<!-- settings\.json[^\n]*-->\n)[\s\S]*?(<!-- settings: end -->)/
  if (!region.test(text)) throw new Error('README.md has no place for the settings')
  const lines = ['| setting | what it does |', '|---|---|', ...table]
  return text.replace(region, (_, start, end) => `${start}${lines.join('\n')}\n${end}`)
}

/** The variables that the services' schemas declare, each with its file. */
export function declaredVariables() {
  const declared = new Map()
  for (const file of filesBelow(['svc-', 'packages'])) {
    if (!READERS.test(file)) continue
    const names = readFileSync(join(ROOT, file), 'utf8').matchAll(
      /(?:^ {2,4}|\{ )([A-Z][A-Z0-9_]+): /gm,
    )
    for (const [, name] of names) declared.set(name, file)
  }
  return declared
}

export function settingProblems(rows, declared = declaredVariables()) {
  const compose = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')
  const gateway = filesBelow(['gateway'])
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')
  const passedOn = (name) => new RegExp(`^ +${name}:`, 'm').test(compose)
  const settable = (name) =>
    compose.includes(`\${${name}`) || new RegExp(`^ +${name}:$`, 'm').test(compose)
  return [
    ...[...declared]
      .filter(([name]) => !passedOn(name))
      .map(([name, file]) => `docker-compose.yml does not pass on ${name}, which ${file} reads`),
    ...rows
      .flatMap(({ settings }) => settings)
      .flatMap((name) => [
        ...(declared.has(name) || gateway.includes(name)
          ? []
          : [`settings.json lists ${name}, which nothing reads`]),
        ...(settable(name) ? [] : [`docker-compose.yml does not let an operator set ${name}`]),
      ]),
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

/** Returns the names of the faults that are not reported. */
export function missedSettingFaults(rows) {
  const tellsOf = (words, problems) => problems.some((problem) => problem.includes(words))
  const planted = settingProblems([...rows, { settings: ['PLANTED'], text: '' }])
  const declared = settingProblems(
    rows,
    new Map([...declaredVariables(), ['PLANTED', 'config.ts']]),
  )
  return [
    ...(tellsOf('lists PLANTED, which nothing reads', planted) ? [] : ['a setting nothing reads']),
    ...(tellsOf('operator set PLANTED', planted) ? [] : ['a setting that cannot be set']),
    ...(tellsOf('does not pass on PLANTED', declared) ? [] : ['a variable that is not passed on']),
  ]
}
