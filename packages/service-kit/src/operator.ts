/** Recognizes the operator of the installation, who alone may read metrics and the details of a service's health. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Request } from 'express'

/** Returns whether a request was sent by the operator. */
export type IsOperator = (req: Request) => boolean

/**
 * Creates the check for `Authorization: Bearer <MONITORING_TOKEN>`, which monitoring systems such as Prometheus can
 * send. Without a token, nobody is the operator: an address proves nothing, because every local user has the same.
 */
export function createOperatorCheck(token: string | undefined): IsOperator {
  if (token === undefined) return () => false
  const expected = digest(`Bearer ${token}`)
  // Digests have equal lengths, so the comparison takes the same time for every value.
  return (req) => timingSafeEqual(digest(req.get('authorization') ?? ''), expected)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
