/** Paths of the anchor files, relative to the log's prefix. */

/** Path of the newest anchor. */
export const LATEST_ANCHOR_PATH = 'anchor/latest'

/** Path of the anchor of the state with this many entries. */
export function anchorPath(size: number): string {
  return `anchor/${size}`
}
