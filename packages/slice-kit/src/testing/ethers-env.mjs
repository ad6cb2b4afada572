import BrowserEnvironment from './browser-env.mjs'

/**
 * For tests with ethers: as it comes for Node, since the one for browsers asks for a WebSocket that jsdom's
 * page does not give it, and with the bytes of Node's realm, which it then computes with.
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
