import BrowserEnvironment from './browser-env.mjs'

/** The browser's environment for whole pages: they listen until a signal of Node's, which jsdom does not take. */
export default class PageEnvironment extends BrowserEnvironment {
  async setup() {
    await super.setup()
    for (const target of [this.global.EventTarget.prototype, this.global]) {
      takeSignals(target, this.global)
    }
  }
}

/** A bare `addEventListener(…)` is the window's. */
function takeSignals(target, page) {
  const { addEventListener } = target
  target.addEventListener = function listen(type, listener, options) {
    const { signal, ...rest } = Object(options)
    const on = this ?? page
    if (signal === undefined) return addEventListener.call(on, type, listener, options)
    if (signal.aborted) return
    signal.addEventListener('abort', () => on.removeEventListener(type, listener, rest))
    addEventListener.call(on, type, listener, rest)
  }
}
