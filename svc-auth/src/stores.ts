/** The stores of svc-auth, on one connection to MongoDB and one to Redis. */
import type { Redis } from 'ioredis'
import type { Connection } from 'mongoose'
import { accountLists } from './accounts/account-lists.ts'
import { accountStore } from './accounts/account-store.ts'
import { accountModel } from './accounts/accounts.model.ts'
import { identityModel } from './accounts/identities.model.ts'
import { type Config, keyFor } from './config.ts'
import { eventModel } from './events/events.model.ts'
import { createEvents } from './events/events.ts'
import { pastEvents } from './events/past-events.ts'
import type { RingMail } from './mail-field/due-mail.ts'
import { pendingSignIns } from './sessions/pending.ts'
import { redisSessions } from './sessions/sessions.ts'
import { linkTokens } from './tokens/link-tokens.ts'
import { tokenModel } from './tokens/tokens.model.ts'
import { createTokens } from './tokens/tokens.ts'
import { workspaceStore } from './workspaces/workspace-store.ts'
import { workspaceModel } from './workspaces/workspaces.model.ts'

export type Connections = { redis: Redis; connection: Connection }

export type StoresDeps = {
  config: Config
  now: () => Date
  newId: () => string
  ring: RingMail
}

export function createStores(
  { redis, connection }: Connections,
  { config, now, newId, ring }: StoresDeps,
) {
  const people = [accountModel(connection), identityModel(connection)] as const
  const rows = { eventModel: eventModel(connection), tokenModel: tokenModel(connection) }
  const key = keyFor(config.AUTH_KEY, 'mailed links')
  return {
    ...rows,
    accounts: accountStore(...people),
    accountLists: accountLists(...people),
    sessions: redisSessions(redis, now),
    pending: pendingSignIns(redis, { newId, now }),
    events: createEvents(rows.eventModel, now, ring),
    pastEvents: pastEvents(rows.eventModel),
    tokens: createTokens({ model: rows.tokenModel, key, now, ring }),
    links: linkTokens(rows.tokenModel, now),
    workspaces: workspaceStore(workspaceModel(connection)),
  }
}
