import { TestEnvironment } from 'jest-environment-jsdom'
import { speedUpStyles } from './quick-styles.mjs'

const NODE_GLOBALS = [
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
 * jsdom with Node's fetch and related classes, which jsdom hides; all of them must come from one realm. `visit(url)`
 * sets the page's URL, against which relative URLs are resolved.
 */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup()
    for (const name of NODE_GLOBALS) this.global[name] = globalThis[name]
    this.global.fetch = (input, init) => {
      const url = typeof input === 'string' ? new URL(input, this.global.location.href) : input
      return fetch(url, init)
    }
    acceptNodeSignals(this.global.EventTarget.prototype)
    // jest replaces the method of the window.
    acceptNodeSignals(this.global)
    this.global.visit = (url) => this.dom.reconfigure({ url })
    this.global.IS_REACT_ACT_ENVIRONMENT = true
    speedUpStyles(this.global)
  }
}

/** Lets `addEventListener` accept the signals of Node's AbortController, which jsdom rejects. */
function acceptNodeSignals(target) {
  const { addEventListener, removeEventListener } = target
  target.addEventListener = function (type, listener, options) {
    if (!(options?.signal instanceof AbortSignal))
      return addEventListener.call(this, type, listener, options)
    const { signal, ...rest } = options
    if (signal.aborted) return
    addEventListener.call(this, type, listener, rest)
    signal.addEventListener('abort', () =>
      removeEventListener.call(this, type, listener, rest.capture),
    )
  }
}
