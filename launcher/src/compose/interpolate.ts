/**
 * Variables in docker-compose.yml: `$$`, `${NAME}`, `${NAME:-default}` and `${NAME:?message}`. A default may contain
 * further variables.
 */

export type Variables = Readonly<Record<string, string | undefined>>

const REFERENCE =
  /\$(?:(\$)|\{([A-Za-z_][A-Za-z0-9_]*)(?:(:-|:\?)((?:[^${}]|\$\{[^{}]*\})*))?\}|(.?))/g

/** Fills in variables as in the compose specification; forms that docker-compose.yml does not use are errors. */
export function interpolate(text: string, variables: Variables, service: string): string {
  return text.replaceAll(REFERENCE, (match, dollar, name, operator, argument, unsupported) => {
    if (dollar) return '$'
    if (unsupported !== undefined)
      throw new Error(`docker-compose.yml: ${service} uses the unsupported form "${match}"`)
    const value = variables[name]
    // `:-` and `:?` treat an empty value as missing.
    if (value) return value
    if (operator === ':-') return interpolate(argument, variables, service)
    if (operator === ':?')
      throw new Error(`docker-compose.yml: ${service} needs ${name}: ${argument}`)
    return ''
  })
}
