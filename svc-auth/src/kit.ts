/** What every feature of svc-auth is given: stores, clock, keys, and the verbs that several of them end with. */
import { randomBytes } from 'node:crypto'
import { createAuthenticator, type RequireSession } from '@inkproof/service-kit/auth'
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Mount } from '@inkproof/service-kit/http'
import { createLimiter, type TakeLimit } from '@inkproof/service-kit/limit'
import type { Log } from '@inkproof/service-kit/log'
import { createMetrics, type Metrics } from '@inkproof/service-kit/metrics'
import { readSessionKeys } from '@inkproof/service-kit/session-keys'
import type { Request, Response } from 'express'
import type { Redis } from 'ioredis'
import type { Connection } from 'mongoose'
import type { AccountLists } from './accounts/account-lists.ts'
import type { AccountStore } from './accounts/account-store.ts'
import type { AccountRow } from './accounts/accounts.model.ts'
import type { Config } from './config.ts'
import type { EventModel } from './events/events.model.ts'
import type { Events } from './events/events.ts'
import type { PastEvents } from './events/past-events.ts'
import type { RingMail } from './mail-field/due-mail.ts'
import { callerOf } from './sessions/caller.http.ts'
import type { Caller } from './sessions/caller.ts'
import { completeSignIn, type SignIn } from './sessions/complete-sign-in.ts'
import type { PendingSignIns } from './sessions/pending.ts'
import { createPlaces } from './sessions/place.ts'
import { readSigningKey, signToken } from './sessions/session-token.ts'
import type { Post, Sessions } from './sessions/sessions.ts'
import { type SettleAccount, settleAccount } from './sessions/settle-account.ts'
import { type Connections, createStores } from './stores.ts'
import type { LinkTokens } from './tokens/link-tokens.ts'
import type { TokenModel } from './tokens/tokens.model.ts'
import type { Tokens } from './tokens/tokens.ts'
import { leaveOthers } from './workspaces/leave-others.ts'
import { keepUp, postFor } from './workspaces/posts.ts'
import { settleSessions } from './workspaces/settle-sessions.ts'

/** What a feature adds to the service. */
export type Feature = {
  mounts?: Mount[]
  /** Mounted before the body parser: their routes read larger bodies by `readJson`. */
  lateBodies?: Mount[]
  /** Work beside requests: started by `prepare`, stopped by `close`. */
  parts?: Dependency[]
}

export type Kit = {
  config: Config
  redis: Redis
  connection: Connection
  log: Log
  now: () => Date
  newId: () => string
  take: TakeLimit
  requireSession: RequireSession
  accounts: AccountStore
  sessions: Sessions
  pending: PendingSignIns
  events: Events
  eventModel: EventModel
  tokens: Tokens
  /** Does what a change of an account calls for elsewhere; what fails is swept. */
  settleAccount: SettleAccount
  tokenModel: TokenModel
  pastEvents: PastEvents
  links: LinkTokens
  accountLists: AccountLists
  /** The caller, and a mark for its browser where it has none. */
  callerOf: (req: Request, res: Response) => Caller
  /** Ends every way of signing in: answers `SignedIn` (200, 201 for a new account) or `SecondFactorNeeded` (202). */
  answerSignIn: (res: Response, signIn: SignIn) => Promise<void>
  /** Wakes the sender of mails. The mail feature sets what it does. */
  bell: { ring: RingMail }
  /** Roughly where an address is, in words. */
  placeOf: (address: string) => string
  metrics: Metrics
}

/** Every route of svc-auth lies under this. */
export const BASE = '/api/auth'

export function createKit(
  config: Config,
  connections: Connections,
  log: Log,
  now = () => new Date(),
): Kit {
  const bell: Kit['bell'] = { ring: () => undefined }
  const ring: RingMail = (ref, rank) => bell.ring(ref, rank)
  const { workspaces, ...stores } = createStores(connections, { config, now, newId, ring })
  const { accounts, sessions, pending, links } = stores
  const signing = readSigningKey(config.SESSION_KEY, config.SESSION_KEYS)
  const placeOf = createPlaces()
  const settle = (workspaceId: string, accountId: string) =>
    settleSessions({ workspaces, sessions, accounts }, workspaceId, accountId)
  const settleDeps = {
    ...stores,
    leaveOthers: (account: AccountRow) => leaveOthers({ workspaces, links, settle }, account),
  }
  const isSecure = config.PUBLIC_ORIGIN.startsWith('https:')
  const signInDeps = {
    ...stores,
    newId,
    now,
    sign: (claims: Parameters<typeof signToken>[1]) => signToken(signing, claims),
    placeOf,
    holdPending: pending.hold,
    workspaceFor: (account: AccountRow) => postFor({ workspaces }, account),
    keepUp: (account: AccountRow, sessionId: string, post: Post) =>
      keepUp({ workspaces, sessions }, account, { sessionId, post }),
  }
  return {
    ...stores,
    ...connections,
    config,
    log,
    now,
    newId,
    bell,
    placeOf,
    metrics: createMetrics('svc-auth'),
    settleAccount: (account) => settleAccount(settleDeps, account),
    take: createLimiter(connections.redis, 'auth'),
    requireSession: createAuthenticator(readSessionKeys(config.SESSION_KEYS), connections.redis),
    callerOf: (req, res) => callerOf(req, res, isSecure),
    answerSignIn: async (res, signIn) => {
      const answer = await completeSignIn(signInDeps, signIn)
      const status = 'secondFactor' in answer ? 202 : signIn.isNew ? 201 : 200
      res.status(status).set('cache-control', 'no-store').json(answer)
    },
  }
}

/** 128 random bits: cannot be guessed, never collides. */
function newId(): string {
  return randomBytes(16).toString('base64url')
}
