/**
 * Reads and runs request tables: text files with one request after another and what has to come back.
 *
 * | line | means |
 * |---|---|
 * | `# …` | a new case, named by the rest of the line |
 * | `> …` | a line of the request, sent as it is; `{1000}` is that many letters, `{name}` a value of the run |
 * | `< 404` | the status |
 * | `< name: text` | the header has this text in it |
 * | `<! name` | there is no such header |
 * | `<~ text`, `<!~ text` | the body has this text in it, or has not |
 */
import { connect } from 'node:net'

export type Case = { name: string; request: string[]; expected: string[] }

export type Answer = { status: number; headers: Record<string, string>; body: string }

export function readTable(text: string): Case[] {
  const cases: Case[] = []
  for (const line of text.split('\n').filter(Boolean)) {
    if (line.startsWith('# ')) cases.push({ name: line.slice(2), request: [], expected: [] })
    else if (line.startsWith('> ')) cases.at(-1)?.request.push(line.slice(2))
    else cases.at(-1)?.expected.push(line)
  }
  return cases
}

export function fill(line: string, values: Readonly<Record<string, string>>): string {
  return line.replaceAll(/\{([a-z0-9-]+)\}/g, (whole, name: string) => {
    if (/^\d+$/.test(name)) return 'a'.repeat(Number(name))
    const value = values[name]
    if (value === undefined) throw new Error(`nothing is called ${whole}`)
    return value
  })
}

/**
 * Sends exactly these bytes, because an HTTP client would correct malformed requests. `from` is one of our
 * addresses.
 */
export function send(origin: string, lines: readonly string[], from?: string): Promise<Answer> {
  const { port, hostname } = new URL(origin)
  const closing = lines.some((line) => /^connection:/i.test(line)) ? [] : ['Connection: close']
  return new Promise((resolve, reject) => {
    const socket = connect({
      port: Number(port),
      host: hostname,
      ...(from && { localAddress: from }),
    })
    const chunks: Buffer[] = []
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer within 10 s')))
    socket.on('error', reject)
    socket.on('data', (bytes) => chunks.push(bytes))
    socket.on('end', () => resolve(parse(Buffer.concat(chunks).toString('latin1'))))
    socket.write(`${[...lines, ...closing].join('\r\n')}\r\n\r\n`)
  })
}

/** Differences from the expected response, one per line. */
export function faultsOf(response: Answer, expected: readonly string[]): string[] {
  return expected.filter((line) => !holds(response, line))
}

function holds({ status, headers, body }: Answer, line: string): boolean {
  const [, sign = '', rest = ''] = /^(<!~|<~|<!|<) (.*)$/.exec(line) ?? []
  if (sign === '<~') return body.includes(rest)
  if (sign === '<!~') return !body.includes(rest)
  if (sign === '<!') return headers[rest] === undefined
  if (/^\d{3}$/.test(rest)) return status === Number(rest)
  const [name = '', ...text] = rest.split(': ')
  return headers[name]?.includes(text.join(': ')) ?? false
}

function parse(text: string): Answer {
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
