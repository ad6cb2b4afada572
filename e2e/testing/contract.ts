/** Checks answers against an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1). */
import type { CallDefinition } from '@inkproof/protocol/call'
import type { OpenApiDocument } from '@inkproof/protocol/openapi'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

export type Contract = ReturnType<typeof contractOf>

type Documented = {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, { schema?: object }>
}

/** Reads a document. `operations` are the ids of all its operations. */
export function contractOf(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats(ajv)
  ajv.addSchema(document, 'document')

  function operationOf({ path, method }: CallDefinition) {
    const documentedPath = path.replaceAll(/:(\w+)/g, '{$1}')
    const operation = document.paths[documentedPath]?.[method.toLowerCase()]
    if (operation === undefined) throw new Error(`${method} ${documentedPath} is not documented`)
    const pointer = ['paths', documentedPath, method.toLowerCase(), 'responses']
    return { responses: operation['responses'] as Record<string, Documented>, pointer }
  }

  /** Returns what is wrong with an answer, and its body. The first event stands for a stream of them. */
  async function check(definition: CallDefinition, response: Response) {
    const { responses, pointer } = operationOf(definition)
    const text = await bodyOf(response)
    const documented = responses[response.status]
    if (!documented) return { problems: [`${response.status} is not documented`], text }
    const { headers = {}, content = {} } = documented
    const missing = Object.keys(headers).filter((name) => !response.headers.has(name))
    const place = [...pointer, String(response.status), 'content']
    const problems =
      Object.keys(content).length > 0 ? bodyProblems(response, text, content, place) : []
    // A redirect has a note for people whose browser does not follow it (RFC 9110, section 15.4).
    const isNote = response.status === 303
    if (text !== '' && Object.keys(content).length === 0 && !isNote)
      problems.push('the body is not documented')
    return { problems: [...missing.map((name) => `${name} is missing`), ...problems], text }
  }

  function bodyProblems(
    response: Response,
    text: string,
    content: NonNullable<Documented['content']>,
    place: readonly string[],
  ): string[] {
    const type = response.headers.get('content-type')?.split(';')[0] ?? ''
    if (!(type in content)) return [`${type || 'no content type'} is not documented`]
    if (text === '') return ['the body is empty']
    if (content[type]?.schema === undefined) return []
    return problemsOf([...place, type, 'schema'], type === 'text/plain' ? text : JSON.parse(text))
  }

  function problemsOf(place: readonly string[], value: unknown): string[] {
    const validate = ajv.compile({ $ref: `document#/${place.map(escaped).join('/')}` })
    validate(value)
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`)
  }

  return {
    operations: Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => String(operationId)),
    ),
    check,
    /** Codes of the errors that a call is documented to end in under a status. */
    documentedErrors: (definition: CallDefinition, status: number): string[] => {
      const { description = '' } = operationOf(definition).responses[status] ?? {}
      return [...description.matchAll(/\b([A-Z][A-Z_]+): /g)].map(([, code = '']) => code)
    },
  }
}

/** A step of a JSON pointer in a URI fragment (RFC 6901, section 6). */
function escaped(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))
}

async function bodyOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text()
  let text = ''
  for await (const bytes of response.body as ReadableStream<Uint8Array>) {
    text += Buffer.from(bytes).toString()
    const data = /^data: (.*)\n\n/m.exec(text)?.[1]
    if (data !== undefined) return data
  }
  throw new Error('the stream ended without an event')
}
