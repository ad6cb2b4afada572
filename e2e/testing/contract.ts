/** Checks responses against an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1). */
import type { CallDefinition } from '@inkproof/protocol/call'
import type { OpenApiDocument } from '@inkproof/protocol/openapi'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

export type Contract = ReturnType<typeof readContract>

type Documented = {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, { schema?: object }>
}

/** Parses a document. `operations` are the IDs of all its operations. */
export function readContract(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats(ajv)
  ajv.addSchema(document, 'document')

  function findOperation({ path, method }: CallDefinition) {
    const documentedPath = path.replaceAll(/:(\w+)/g, '{$1}')
    const operation = document.paths[documentedPath]?.[method.toLowerCase()]
    if (operation === undefined) throw new Error(`${method} ${documentedPath} is not documented`)
    const pointer = ['paths', documentedPath, method.toLowerCase(), 'responses']
    return { responses: operation['responses'] as Record<string, Documented>, pointer }
  }

  /** Returns the problems of a response, and its body. Of an event stream, only the first event is checked. */
  async function check(definition: CallDefinition, response: Response) {
    const { responses, pointer } = findOperation(definition)
    const text = await readBody(response)
    const documented = responses[response.status]
    if (!documented) return { problems: [`${response.status} is not documented`], text }
    const { headers = {}, content = {} } = documented
    const missing = Object.keys(headers).filter((name) => !response.headers.has(name))
    const path = [...pointer, String(response.status), 'content']
    const problems =
      Object.keys(content).length > 0 ? bodyProblems(response, text, content, path) : []
    // A redirect contains a note for users whose browser does not follow it (RFC 9110, section 15.4).
    const isNote = response.status === 303
    if (text !== '' && Object.keys(content).length === 0 && !isNote)
      problems.push('the body is not documented')
    return { problems: [...missing.map((name) => `${name} is missing`), ...problems], text }
  }

  function bodyProblems(
    response: Response,
    text: string,
    content: NonNullable<Documented['content']>,
    path: readonly string[],
  ): string[] {
    const type = response.headers.get('content-type')?.split(';')[0] ?? ''
    if (!(type in content)) return [`${type || 'no content type'} is not documented`]
    if (text === '') return ['the body is empty']
    if (content[type]?.schema === undefined) return []
    return validateValue([...path, type, 'schema'], type === 'text/plain' ? text : JSON.parse(text))
  }

  function validateValue(path: readonly string[], value: unknown): string[] {
    const validate = ajv.compile({ $ref: `document#/${path.map(escapeToken).join('/')}` })
    validate(value)
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`)
  }

  return {
    operations: Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => String(operationId)),
    ),
    check,
    /** Returns the codes of the errors that are documented for a call and status. */
    documentedErrors: (definition: CallDefinition, status: number): string[] => {
      const { description = '' } = findOperation(definition).responses[status] ?? {}
      return [...description.matchAll(/\b([A-Z][A-Z_]+): /g)].map(([, code = '']) => code)
    },
  }
}

/** Escapes a reference token of a JSON pointer in a URI fragment (RFC 6901, section 6). */
function escapeToken(token: string): string {
  return encodeURIComponent(token.replaceAll('~', '~0').replaceAll('/', '~1'))
}

async function readBody(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text()
  let text = ''
  for await (const bytes of response.body as ReadableStream<Uint8Array>) {
    text += Buffer.from(bytes).toString()
    const data = /^data: (.*)\n\n/m.exec(text)?.[1]
    if (data !== undefined) return data
  }
  throw new Error('the stream ended without an event')
}
