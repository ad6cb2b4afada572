import { TestEnvironment } from 'jest-environment-jsdom'
import { speedUpStyles } from './quick-styles.mjs'

const OF_NODE = [
  'AbortController',
  'AbortSignal',
  'FormData',
  'Headers',
  'ReadableStream',
  'Request',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'structuredClone',
]

/**
 * jsdom with Node's own fetch family, which jsdom hides: they have to come from one realm. `visit(url)`
 * moves the page to an origin, and relative addresses are fetched from there.
 */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup()
    for (const name of OF_NODE) this.global[name] = globalThis[name]
    this.global.fetch = (input, init) => {
      const url = typeof input === 'string' ? new URL(input, this.global.location.href) : input
      return fetch(url, init)
    }
    this.global.visit = (url) => this.dom.reconfigure({ url })
    this.global.IS_REACT_ACT_ENVIRONMENT = true
    speedUpStyles(this.global)
  }
}
