import { Router } from 'express'

/** A router whose addresses have one spelling: logs and limits go by the path, so `/SHARES/` is not `/shares/`. */
export function createRouter(): Router {
  return Router({ caseSensitive: true })
}
