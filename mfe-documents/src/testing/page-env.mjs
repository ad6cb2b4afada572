import BrowserEnvironment from '../../../packages/slice-kit/src/testing/browser-env.mjs'

/** The browser's environment for whole pages: they listen until a signal of Node's, which jsdom does not take. */
export default class PageEnvironment extends BrowserEnvironment {
  async setup() {
    await super.setup()
    for (const target of [this.global.EventTarget.prototype, this.global]) takeSignals(target)
  }
}

function takeSignals(target) {
  const { addEventListener } = target
  target.addEventListener = function listen(type, listener, options) {
    const { signal, ...rest } = Object(options)
    if (signal === undefined) return addEventListener.call(this, type, listener, options)
    if (signal.aborted) return
    signal.addEventListener('abort', () => this.removeEventListener(type, listener, rest))
    addEventListener.call(this, type, listener, rest)
  }
}
