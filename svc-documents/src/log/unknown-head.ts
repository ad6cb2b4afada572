/**
 * Thrown when a signed or anchored state of the log does not match its entries.
 *
 * Signing and anchoring stop then, because continuing would create a second history. Entries are still accepted, and
 * the comparison is repeated until it succeeds.
 */
export class UnknownHead extends Error {
  override readonly name = 'UnknownHead'
}
