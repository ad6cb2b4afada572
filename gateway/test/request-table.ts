/**
 * Reads and runs request tables: text files that list requests and the expected responses.
 *
 * | line | meaning |
 * |---|---|
 * | `# …` | a new case, named by the rest of the line |
 * | `> …` | a line of the request, with placeholders: `{1000}` becomes 1,000 letters, `{name}` a value of this run |
 * | `< 404` | the expected status |
 * | `< name: text` | the header contains this text |
 * | `<! name` | the header is missing |
 * | `<~ text`, `<!~ text` | the body contains this text, or does not contain it |
 */
import { connect } from 'node:net'

export type Case = { name: string; request: string[]; expected: string[] }

export type RawResponse = { status: number; headers: Record<string, string>; body: string }

export function readTable(text: string): Case[] {
  const cases: Case[] = []
  for (const line of text.split('\n').filter(Boolean)) {
    if (line.startsWith('# ')) cases.push({ name: line.slice(2), request: [], expected: [] })
    else if (line.startsWith('> ')) cases.at(-1)?.request.push(line.slice(2))
    else cases.at(-1)?.expected.push(line)
  }
  return cases
}

/** Replaces the placeholders of a line. */
export function fill(line: string, values: Readonly<Record<string, string>>): string {
  return line.replaceAll(/\{([a-z0-9-]+)\}/g, (match, name: string) => {
    if (/^\d+$/.test(name)) return 'a'.repeat(Number(name))
    const value = values[name]
    if (value === undefined) throw new Error(`there is no value for the placeholder ${match}`)
    return value
  })
}

/**
 * Sends the lines unchanged over a raw socket, because an HTTP client would correct malformed requests. Adds
 * `Connection: close` unless there is a Connection header. `from` is the local address to connect from.
 */
export function send(
  origin: string,
  lines: readonly string[],
  from?: string,
): Promise<RawResponse> {
  const { port, hostname } = new URL(origin)
  const closeHeader = lines.some((line) => /^connection:/i.test(line)) ? [] : ['Connection: close']
  return new Promise((resolve, reject) => {
    const socket = connect({
      port: Number(port),
      host: hostname,
      ...(from && { localAddress: from }),
    })
    const chunks: Buffer[] = []
    socket.setTimeout(10_000, () => socket.destroy(new Error('no response within 10 s')))
    socket.on('error', reject)
    socket.on('data', (bytes) => chunks.push(bytes))
    socket.on('end', () => resolve(parse(Buffer.concat(chunks).toString('latin1'))))
    socket.write(`${[...lines, ...closeHeader].join('\r\n')}\r\n\r\n`)
  })
}

/** Returns the expectations that the response does not meet. */
export function unmetExpectations(response: RawResponse, expected: readonly string[]): string[] {
  return expected.filter((line) => !matches(response, line))
}

function matches({ status, headers, body }: RawResponse, line: string): boolean {
  const [, operator = '', rest = ''] = /^(<!~|<~|<!|<) (.*)$/.exec(line) ?? []
  if (operator === '<~') return body.includes(rest)
  if (operator === '<!~') return !body.includes(rest)
  if (operator === '<!') return headers[rest] === undefined
  if (/^\d{3}$/.test(rest)) return status === Number(rest)
  const [name = '', ...text] = rest.split(': ')
  return headers[name]?.includes(text.join(': ')) ?? false
}

function parse(text: string): RawResponse {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase()
    const value = line.slice(line.indexOf(':') + 1).trim()
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  return { status: Number(first.split(' ')[1]), headers, body: text.slice(end + 4) }
}
