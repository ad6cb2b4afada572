/**
 * A signed or anchored state of the log that its entries do not lead to.
 *
 * Whoever meets it signs and anchors nothing: going on would make a second history. Entries are still
 * accepted, and the comparison is made again until it comes out right.
 */
export class UnknownHead extends Error {
  override readonly name = 'UnknownHead'
}
