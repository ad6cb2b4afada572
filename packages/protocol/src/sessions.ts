/** The sessions of an account, as its owner's settings list and end them. */
import * as z from 'zod/mini'
import { SignInWay } from './auth.ts'

/** Live sessions an account has at most; a further one ends the one that was used longest ago. */
export const MOST_SESSIONS = 100

/** Names a session. It opens nothing: a call is let in by the signed token that carries it. */
export const SessionId = z.string().check(z.regex(/^[\w-]{22}$/))

/** A place where the person is signed in. */
export const SessionView = z.strictObject({
  id: SessionId,
  /** Browser and system in words, such as `Firefox on Linux`. */
  device: z.string(),
  /** A country in words, or that the address is not on the internet. */
  place: z.string(),
  address: z.string(),
  way: SignInWay,
  startedAt: z.iso.datetime(),
  usedAt: z.iso.datetime(),
  /** The session that asks. */
  isCurrent: z.boolean(),
})
export type SessionView = z.infer<typeof SessionView>

/** The one that asks first, then the most recently used. */
export const SessionList = z.strictObject({
  sessions: z.array(SessionView).check(z.maxLength(MOST_SESSIONS)),
})
export type SessionList = z.infer<typeof SessionList>

/** How many sessions a call ended. */
export const SessionsEnded = z.strictObject({ ended: z.int().check(z.nonnegative()) })
export type SessionsEnded = z.infer<typeof SessionsEnded>
