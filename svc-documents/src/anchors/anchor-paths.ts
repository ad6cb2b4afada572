/** Where anchors are served, below the log's prefix. */

/** The newest anchor. */
export const LATEST_ANCHOR_PATH = 'anchor/latest'

/** The anchor of the state with this many entries. */
export function anchorPath(size: number): string {
  return `anchor/${size}`
}
