import PageEnvironment from './page-env.mjs'

/** For whole pages with a wallet of ethers; see ethers-env.mjs. */
export default class EthersPageEnvironment extends PageEnvironment {
  async setup() {
    await super.setup()
    this.global.Uint8Array = Uint8Array
  }

  exportConditions() {
    return ['node']
  }
}
