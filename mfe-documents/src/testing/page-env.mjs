import { TestEnvironment } from 'jest-environment-jsdom'

const WANTED = ['Headers', 'ReadableStream', 'Request', 'Response', 'TextDecoder', 'TextEncoder']

/**
 * jsdom with what the router needs of Node, for pages that ask no service. Signals stay jsdom's own: its
 * event targets take no others.
 */
export default class PageEnvironment extends TestEnvironment {
  async setup() {
    await super.setup()
    for (const name of WANTED) this.global[name] = globalThis[name]
  }
}
