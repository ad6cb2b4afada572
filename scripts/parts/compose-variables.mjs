/** What docker-compose.yml passes on to each process, and which variables it takes from its own environment. */
import { readCompose } from '../../launcher/src/compose/read-compose.ts'

/** Every variable has a value: only their names matter here. */
const SET = new Proxy({}, { get: () => 'set' })

/** Whether a process that is built from a service's folder gets a variable; for a shared package, whether any does. */
export function isPassedOn(compose, folder, name) {
  return [...readCompose(compose, SET).values()]
    .filter((process) => !folder.startsWith('svc-') || process.folder === folder)
    .some(({ environment }) => name in environment)
}

/** Names of the variables with a default, or passed on as they are, which an operator can set. */
export function settableVariables(compose) {
  const withDefault = compose.matchAll(/\$\{([A-Z][A-Z0-9_]*):-/g)
  const passedOn = compose.matchAll(/^ +([A-Z][A-Z0-9_]*):$/gm)
  return new Set([...withDefault, ...passedOn].map(([, name]) => name))
}

/** The default of each variable by the name that a process reads, as texts; several if they differ. */
export function defaultsOf(compose, name) {
  const found = compose.matchAll(new RegExp(`^ +${name}: \\$\\{[A-Z_]+:-([^}]*)\\}$`, 'gm'))
  return [...new Set([...found].map(([, value]) => value))]
}
