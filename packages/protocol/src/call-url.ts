import type { CallDefinition, CallInput } from './call.ts'

type UrlInput<Definition> = Omit<CallInput<Definition>, 'body' | 'file' | 'proof'>
type UrlArgs<Definition> =
  Record<never, never> extends UrlInput<Definition>
    ? [input?: UrlInput<Definition>]
    : [input: UrlInput<Definition>]

/**
 * Returns the URL of a call, without an origin: its path with the parameters filled in, and its query. It is
 * also the first element of a GET call's query key.
 */
export function urlOf<Definition extends Pick<CallDefinition, 'path' | 'params' | 'query'>>(
  definition: Definition,
  ...[input]: UrlArgs<Definition>
): string {
  const { params = {}, query = {} }: { params?: object; query?: object } = input ?? {}
  const values: Readonly<Record<string, unknown>> = { ...params }
  const path = definition.path.replaceAll(/:(\w+)/g, (_parameter, name: string) =>
    encodeURIComponent(String(values[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.append(name, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}
