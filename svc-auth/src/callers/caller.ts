/**
 * The network and browser that a request comes from. Used for limits, for display, and to bind nonces and pending
 * sign-ins to a browser. Grants no access.
 */
export type Caller = {
  /** The client's network, by which rate limits count requests: an IPv4 address or an IPv6 /64. */
  network: string
  /** The client's IP address as seen by the gateway. */
  address: string
  /** Browser and operating system, for display. */
  device: string
  /** SHA-256 of this browser's cookie. A sign-in with an unknown hash is reported as a new device. */
  browserId: string
}
