import BrowserEnvironment from './browser-env.mjs'

/**
 * For tests with ethers. Loads the Node.js build of ethers, because its browser build needs a WebSocket that jsdom
 * lacks, and provides the `Uint8Array` of Node's realm, which the Node.js build uses.
 */
export default class EthersEnvironment extends BrowserEnvironment {
  async setup() {
    await super.setup()
    this.global.Uint8Array = Uint8Array
  }

  exportConditions() {
    return ['node']
  }
}
