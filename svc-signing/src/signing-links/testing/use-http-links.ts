/** Starts a svc-signing before the tests of a file, with what recipients do there by link, and stops it after them. */
import { afterAll, beforeAll } from '@jest/globals'
import { type SigningService, startSigningService } from '../../testing/signing-service.ts'
import { createHttpLinks, type HttpLinks } from './http-links.ts'

export type HttpLinksSetup = {
  /** Available from `beforeAll` on, like `links`. */
  readonly system: SigningService
  readonly links: HttpLinks
  /** The clock of svc-signing. */
  now(): Date
  /** Moves the clock; backwards with a negative number. */
  advance(ms: number): void
}

export function useHttpLinks(): HttpLinksSetup {
  let offsetMs = 0
  const now = () => new Date(Date.now() + offsetMs)
  let system: SigningService
  let links: HttpLinks
  beforeAll(async () => {
    system = await startSigningService(now)
    links = createHttpLinks(system, now)
  })
  afterAll(() => system.stop())
  return {
    get system() {
      return system
    },
    get links() {
      return links
    },
    now,
    advance: (ms) => {
      offsetMs += ms
    },
  }
}
