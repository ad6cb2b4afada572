import BrowserEnvironment from './browser-env.mjs'

/** The browser environment for whole pages: `addEventListener` also accepts Node's AbortSignal, which jsdom rejects. */
export default class PageEnvironment extends BrowserEnvironment {
  async setup() {
    await super.setup()
    for (const target of [this.global.EventTarget.prototype, this.global]) {
      supportSignals(target, this.global)
    }
  }
}

/** Makes `target.addEventListener` accept any AbortSignal. */
function supportSignals(target, window) {
  const { addEventListener } = target
  target.addEventListener = function listen(type, listener, options) {
    const { signal, ...rest } = Object(options)
    // Called without a receiver, `addEventListener` applies to the window.
    const receiver = this ?? window
    if (signal === undefined) return addEventListener.call(receiver, type, listener, options)
    if (signal.aborted) return
    signal.addEventListener('abort', () => receiver.removeEventListener(type, listener, rest))
    addEventListener.call(receiver, type, listener, rest)
  }
}
