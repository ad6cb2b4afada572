/** The caller of a request, as far as the request shows it: location and browser. Nothing here authorises. */
export type Caller = {
  /** The address used for rate limits. */
  network: string
  /** The client's address as the gateway saw it. */
  address: string
  /** Browser and operating system, for display. */
  device: string
  /** SHA-256 of this browser's cookie: nonces are bound to it, and the owner is notified of a new one. */
  browserId: string
}
