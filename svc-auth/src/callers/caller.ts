/** Who is calling, as far as a request shows it: where from, with which browser. Nothing here authorises. */
export type Caller = {
  /** The address limits count. */
  network: string
  /** The client's address as the gateway saw it. */
  address: string
  /** Browser and system in words. */
  device: string
  /** SHA-256 of the mark this browser keeps: nonces are bound to it, and a new one is told of. */
  mark: string
}
