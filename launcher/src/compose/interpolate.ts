/** Variables in docker-compose.yml: `$$`, `${NAME}`, `${NAME:-default}` and `${NAME:?message}`. */

export type Variables = Readonly<Record<string, string | undefined>>

const REFERENCE = /\$(?:(\$)|\{([A-Za-z_][A-Za-z0-9_]*)(?:(:-|:\?)([^}]*))?\}|(.?))/g

/** Follows the compose specification; a form that docker-compose.yml does not use is an error. */
export function interpolate(text: string, variables: Variables, where: string): string {
  return text.replaceAll(REFERENCE, (whole, dollar, name, operator, rest, other) => {
    if (dollar) return '$'
    if (other !== undefined) throw new Error(`docker-compose.yml: ${where} has "${whole}"`)
    const value = variables[name]
    // `:-` and `:?` treat an empty value like a missing one.
    if (value) return value
    if (operator === ':-') return rest
    if (operator === ':?') throw new Error(`docker-compose.yml: ${where} needs ${name}: ${rest}`)
    return ''
  })
}
