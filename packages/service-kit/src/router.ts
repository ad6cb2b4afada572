import { Router } from 'express'

/** Creates a case-sensitive router, because logs and limits rely on the exact path: `/SHARES/` is not `/shares/`. */
export function createRouter(): Router {
  return Router({ caseSensitive: true })
}
