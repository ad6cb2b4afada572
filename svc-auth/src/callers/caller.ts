/** Where a request comes from: network and browser. For limits and display only, never for authorization. */
export type Caller = {
  /** The client's network, by which rate limits count requests. */
  network: string
  /** The client's IP address as seen by the gateway. */
  address: string
  /** Browser and operating system, for display. */
  device: string
  /** SHA-256 of this browser's cookie: nonces are bound to it, and the owner is notified of new browsers. */
  browserId: string
}
