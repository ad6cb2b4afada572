import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PublishedSlice, Registry } from '@inkproof/slice/describe'
import { readIfExists } from './files.ts'
import { releasePaths } from './paths.ts'
import { type Provided, parseProvided } from './provided.ts'
import { readRegistry } from './registry.ts'

/** The live release of a system, against which a slice is checked. */
export type LiveSite = {
  /** The shell's page with the includes that the gateway resolves, and `registry` as its list of slices. */
  page(registry: Registry): Promise<string>
  registry(): Promise<Registry>
  /** What the shell offers to slices; null if no shell has been released. */
  provided(): Promise<Provided | null>
  /** Returns a released file by its path, such as `/static/shell.js`. Rejects if there is none. */
  file(pathname: string): Promise<Uint8Array>
}

const INCLUDE = /<!--# include virtual="([^"]*)"[^>]* -->/g
const ECHO = /<!--# echo var="request_id" -->/g
/** The list of slices in a page: the start of its element, its JSON, and the end. */
export const LIST = /(<script type="application\/json" id="slices">)(.*?)(<\/script>)/s
/** An address of no slice: the page for it contains neither preload links nor a first screen of a slice. */
export const NEUTRAL_PAGE = '/-'

/** The release in a folder that a gateway serves. */
export function folderSite(out: string): LiveSite {
  const { shell, slices, page, provides } = releasePaths(out)
  return {
    page: async (registry) => {
      const html = (await readIfExists(page)) ?? ''
      return html
        .replaceAll(INCLUDE, (_, address) => (address === '/slices.json' ? listOf(registry) : ''))
        .replaceAll(ECHO, 'preview')
    },
    registry: () => readRegistry(out),
    provided: async () => {
      const text = await readIfExists(provides)
      return text === null ? null : parseProvided(text)
    },
    file: (pathname) => {
      const folder = pathname.startsWith('/static/') ? shell : path.dirname(slices)
      return readFile(path.join(folder, pathname))
    },
  }
}

/** The release at an origin, such as `https://proof.example`. Its calls reject if a request fails. */
export function originSite(origin: string): LiveSite {
  const get = async (pathname: string) => {
    const response = await fetch(new URL(pathname, origin))
    if (!response.ok) throw new Error(`${response.url} answers with ${response.status}`)
    return response
  }
  return {
    page: async (registry) => {
      const html = await (await get(NEUTRAL_PAGE)).text()
      return html.replace(LIST, (_, start, __, end) => start + listOf(registry) + end)
    },
    registry: async () => (await (await get('/slices.json')).json()) as Registry,
    provided: async () => parseProvided(await (await get('/provides.json')).text()),
    file: async (pathname) => new Uint8Array(await (await get(pathname)).arrayBuffer()),
  }
}

/** Opens the release at an origin or in a folder. */
export function openSite(address: string): LiveSite {
  return /^https?:\/\//.test(address) ? originSite(address) : folderSite(path.resolve(address))
}

/** Returns a registry with `slice` in place of its live version, sorted by id. */
export function withSlice(registry: Registry, slice: PublishedSlice): Registry {
  const others = registry.slices.filter((live) => live.package !== slice.package)
  const slices = [...others, slice].sort((a, b) => a.id.localeCompare(b.id))
  return { ...registry, slices }
}

/** Returns a registry as it is embedded in HTML, where `<` would end its element. */
export function listOf(registry: Registry): string {
  return JSON.stringify(registry).replaceAll('<', '\\u003c')
}
