/** One authentication call, as the page offers it. */
export type AuthCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As the service has it; what follows a colon is asked for. */
  path: string
  /** What it does, in a sentence. */
  says: string
  /** Who may call it: anybody unless this says more. A proof counts for ten minutes. */
  needs?: 'session' | 'proof'
  /** What may follow the question mark, with what is offered for it. */
  query?: Record<string, string>
  /** The body that is offered; what is empty in it is to be filled in. */
  body?: object
  /** What happens beside the answer: asked about before it runs. */
  effect?: string
  /** What this browser does with an answer that says yes. */
  after?: 'signs in' | 'signs out' | 'changes you'
}

/** Calls that belong together. */
export type CallGroup = { title: string; calls: readonly AuthCall[] }

/** The names in the path that are asked for. */
export function paramsOf({ path }: AuthCall): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
}

/** The address with what was filled in; of the query, what is not empty. */
export function addressOf({ path, query = {} }: AuthCall, values: Record<string, string>): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(values[name] ?? ''))
  const asked = Object.keys(query).flatMap((name) => {
    const value = values[name] ?? ''
    return value === '' ? [] : [[name, value]]
  })
  return asked.length === 0 ? filled : `${filled}?${new URLSearchParams(asked)}`
}
