/** Reads which variables docker-compose.yml passes to each process, and which of them an operator can set. */
import { readCompose } from '../../launcher/src/compose/read-compose.ts'

/** An environment in which every variable is set: only the names matter here. */
const ALL_SET = new Proxy({}, { get: () => 'set' })

/** Whether a process built from the service's folder gets the variable; for a package, whether any process does. */
export function isPassedOn(compose, folder, name) {
  return [...readCompose(compose, ALL_SET).values()]
    .filter((process) => !folder.startsWith('svc-') || process.folder === folder)
    .some(({ environment }) => name in environment)
}

/** Returns the variables that an operator can set: those with a default, or passed through unchanged. */
export function settableVariables(compose) {
  const withDefault = compose.matchAll(/\$\{([A-Z][A-Z0-9_]*):-/g)
  const passedThrough = compose.matchAll(/^ +([A-Z][A-Z0-9_]*):$/gm)
  return new Set([...withDefault, ...passedThrough].map(([, name]) => name))
}

/** Returns the defaults of the variable that a process reads as `name`; several if processes differ. */
export function defaultsOf(compose, name) {
  const found = compose.matchAll(
    new RegExp(`^ +${name}: \\$\\{[A-Z_]+:-((?:[^{}]|\\$\\{[^{}]*\\})*)\\}$`, 'gm'),
  )
  // A default may contain further variables, with their own defaults.
  const values = [...found].map(([, value]) => value.replaceAll(/\$\{[A-Z_]+:-([^}]*)\}/g, '$1'))
  return [...new Set(values)]
}
