/**
 * Yields the `data` of each server-sent event in a response body (HTML standard, 9.2.6). Ignores other fields and
 * comments, which are keep-alives.
 */
export async function* eventData(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = []
  for await (const line of lines(body)) {
    if (line === '') {
      if (data.length > 0) yield data.join('\n')
      data = []
    } else if (line.startsWith('data:')) {
      data.push(line.slice(line[5] === ' ' ? 6 : 5))
    }
  }
}

async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      const parts = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\r|\n/)
      rest = parts.pop() ?? ''
      yield* parts
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
