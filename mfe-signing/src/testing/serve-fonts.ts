import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Serves the fonts that a build would copy to the slice's address: in tests, their addresses have the names of their
 * packages. Returns the names of the fetched files, and a function that restores `fetch`.
 */
export function serveFonts() {
  const { fetch } = globalThis
  const fetched: string[] = []
  const state = { isOnline: true }
  globalThis.fetch = async (input, options) => {
    const name = /@fontsource\/.*/.exec(String(input))?.[0]
    if (name === undefined) return fetch(input, options)
    if (!state.isOnline) throw new TypeError('Failed to fetch')
    fetched.push(name)
    return new Response(new Uint8Array(await readFile(require.resolve(name))))
  }
  const restore = () => {
    globalThis.fetch = fetch
  }
  return { fetched, state, restore }
}
