import { Router } from 'express'

/** Creates a case-sensitive router, because logs and limits use the path: `/SHARES/` is not `/shares/`. */
export function createRouter(): Router {
  return Router({ caseSensitive: true })
}
