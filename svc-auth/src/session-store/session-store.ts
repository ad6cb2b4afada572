import { SessionRecord } from '@inkproof/protocol/auth'
import { MAX_SESSIONS } from '@inkproof/protocol/sessions'
import { SESSION_TTL_SECONDS, type SessionId, sessionKey } from '@inkproof/service-kit/auth'
import type { RedisClient } from '@inkproof/service-kit/redis-connection'
import { defineScript, deleteAll, getAll } from '@inkproof/service-kit/redis-script'
import { ABSOLUTE_LIMIT_MS } from './session-limits.ts'

/** A session as shown in its owner's list. */
export type ListedSession = SessionRecord & { sessionId: string; usedAtMs: number }

/** The workspace of a session, and the user's role there. */
export type Membership = Pick<SessionRecord, 'workspaceId' | 'role'>

/** A membership and the version of the workspace it was read from; no version if the membership cannot change. */
export type VersionedMembership = Membership & { version?: number }

/** The session that stays open when the others end, and what it gets from the changed account. */
type KeptSession = { sessionId: string } & Pick<SessionRecord, 'isVerifiedPerson'>

/** The sessions in Redis: written by svc-auth, read by every service (service-kit auth). */
export type Sessions = {
  /** Stores a new session. If the account has too many, ends the least recently used ones. */
  put(sessionId: string, record: SessionRecord): Promise<void>
  /**
   * Ends a session of an account. Resolves only once Redis has deleted it, to false if the account has no such live
   * session.
   */
  remove(session: SessionId): Promise<boolean>
  /** Changes the given fields of a live session. No effect if it has ended. */
  update(session: SessionId, change: Partial<SessionRecord>): Promise<void>
  /** Changes the given fields of all live sessions of an account. */
  updateAll(accountId: string, change: Partial<SessionRecord>): Promise<void>
  /**
   * Moves a live session to a workspace. Returns false if the session has ended, or a newer version of the
   * workspace was already applied.
   */
  move(accountId: string, sessionId: string, membership: VersionedMembership): Promise<boolean>
  /**
   * Updates a member's sessions in a workspace to the membership read at `version`. Afterwards, memberships read at
   * earlier versions have no effect.
   */
  syncMembership(
    accountId: string,
    workspace: { workspaceId: string; version: number },
    membership: Membership,
  ): Promise<void>
  /** Returns the live sessions of an account, the most recently used first. */
  list(accountId: string): Promise<ListedSession[]>
  /**
   * Ends the sessions that an account started before an epoch, except `keep`, which moves to that epoch and gets the
   * given fields.
   */
  endBefore(accountId: string, epoch: number, keep?: KeptSession): Promise<void>
  /** Ends all sessions of an account. */
  removeAll(accountId: string): Promise<void>
}

const putSession = defineScript(
  'put-session',
  ['session', 'index'],
  `redis.call('SET', session, ARGV[1], 'EX', ARGV[2])
redis.call('SADD', index, ARGV[3])
redis.call('PEXPIRE', index, ARGV[4])
return redis.call('SCARD', index)`,
)

/**
 * Returns a Lua script that changes a session atomically: concurrent changes, such as of the role and of the last
 * reauthentication, do not overwrite each other, and a session that has ended is not restored. `change` is the index of
 * the changed fields in ARGV.
 */
const updateLua = (change: number, precondition = '') => `
local stored = redis.call('GET', session)
if not stored then return 0 end
local record = cjson.decode(stored)
${precondition}
for name, value in pairs(cjson.decode(ARGV[${change}])) do record[name] = value end
redis.call('SET', session, cjson.encode(record), 'KEEPTTL')
return 1`

const updateSession = defineScript('update-session', ['session'], updateLua(1))

/**
 * A process that read a workspace early and writes late must not overwrite a newer membership. For each workspace and
 * member, the newest version applied to the member's sessions is therefore stored, for as long as a session can live.
 */
const RETURN_IF_OUTDATED = `
local version = tonumber(ARGV[1])
local applied = tonumber(redis.call('GET', synced) or '0')
if version > 0 and applied > version then return 0 end
if version > 0 then redis.call('SET', synced, ARGV[1], 'PX', ARGV[2]) end`

const markSynced = defineScript('mark-synced', ['synced'], `${RETURN_IF_OUTDATED}\nreturn 1`)

/** If ARGV[4] is given, a session in another workspace is not changed. */
const RETURN_IF_ELSEWHERE = `if ARGV[4] ~= '' and record.workspaceId ~= ARGV[4] then return 0 end`

const moveSession = defineScript(
  'move-session',
  ['synced', 'session'],
  `${RETURN_IF_OUTDATED}${updateLua(3, RETURN_IF_ELSEWHERE)}`,
)

export function createSessionStore(redis: RedisClient, now: () => Date): Sessions {
  const reader = createSessionReader(redis, now)
  const end = async (accountId: string, sessionIds: readonly string[]) =>
    void (await deleteAll(redis, keysOf(accountId, sessionIds)))
  const update: Sessions['update'] = async (id, change) => {
    await updateSession(redis, { session: sessionKey(id) }, JSON.stringify(change))
  }
  return {
    update,
    updateAll: async (accountId, change) => {
      const sessions = await reader.list(accountId)
      await Promise.all(sessions.map(({ sessionId }) => update({ accountId, sessionId }, change)))
    },
    ...createMembershipUpdates(redis, reader.list),
    list: reader.list,
    put: async (sessionId, record) => {
      const { accountId } = record
      const count = await writeSession(redis, sessionId, record)
      if (count > MAX_SESSIONS)
        await end(accountId, idsOf((await reader.list(accountId)).slice(MAX_SESSIONS)))
    },
    remove: async (id) => (await redis.del(sessionKey(id))) === 1,
    endBefore: async (accountId, epoch, keep) => {
      const sessions = await reader.read(accountId, await redis.smembers(indexKey(accountId)))
      if (keep !== undefined) {
        const { sessionId, isVerifiedPerson } = keep
        await update({ accountId, sessionId }, { epoch, isVerifiedPerson })
      }
      await end(
        accountId,
        idsOf(
          sessions.filter(
            (session) => session.epoch < epoch && session.sessionId !== keep?.sessionId,
          ),
        ),
      )
    },
    removeAll: async (accountId) => end(accountId, await redis.smembers(indexKey(accountId))),
  }
}

function createMembershipUpdates(
  redis: RedisClient,
  list: Sessions['list'],
): Pick<Sessions, 'move' | 'syncMembership'> {
  const move = (
    keys: { synced: string; session: string },
    version: number,
    membership: Membership,
    from = '',
  ) => moveSession(redis, keys, version, ABSOLUTE_LIMIT_MS, JSON.stringify(membership), from)
  return {
    move: async (accountId, sessionId, { version = 0, ...membership }) => {
      const synced = syncedKey(membership.workspaceId, accountId)
      const session = sessionKey({ accountId, sessionId })
      return (await move({ synced, session }, version, membership)) === 1
    },
    syncMembership: async (accountId, { workspaceId, version }, membership) => {
      const synced = syncedKey(workspaceId, accountId)
      if ((await markSynced(redis, { synced }, version, ABSOLUTE_LIMIT_MS)) !== 1) return
      const affected = (await list(accountId)).filter(
        (session) => session.workspaceId === workspaceId,
      )
      await Promise.all(
        keysOf(accountId, idsOf(affected)).map((session) =>
          move({ synced, session }, version, membership, workspaceId),
        ),
      )
    },
  }
}

/** Stores a session. Returns the number of sessions of the account. */
async function writeSession(
  redis: RedisClient,
  sessionId: string,
  record: SessionRecord,
): Promise<number> {
  const index = indexKey(record.accountId)
  const session = sessionKey({ accountId: record.accountId, sessionId })
  const args = [JSON.stringify(record), SESSION_TTL_SECONDS, sessionId, ABSOLUTE_LIMIT_MS]
  return Number(await putSession(redis, { session, index }, ...args))
}

function createSessionReader(redis: RedisClient, now: () => Date) {
  async function read(accountId: string, sessionIds: string[]): Promise<ListedSession[]> {
    const keys = keysOf(accountId, sessionIds)
    const [records, ...remainingMs] = await Promise.all([
      getAll(redis, keys),
      ...keys.map((key) => redis.pttl(key)),
    ])
    return sessionIds.flatMap((sessionId, i) => {
      const record = records[i] ? SessionRecord.parse(JSON.parse(records[i])) : undefined
      // Each use restores the full TTL, so the last use follows from the remaining time, accurate to a minute.
      const usedAtMs = now().getTime() - (SESSION_TTL_SECONDS * 1_000 - (remainingMs[i] ?? 0))
      return record ? [{ ...record, sessionId, usedAtMs }] : []
    })
  }

  async function list(accountId: string): Promise<ListedSession[]> {
    const sessionIds = await redis.smembers(indexKey(accountId))
    const live = await read(accountId, sessionIds)
    const ids = new Set(idsOf(live))
    const ended = sessionIds.filter((sessionId) => !ids.has(sessionId))
    if (ended.length > 0) await redis.srem(indexKey(accountId), ...ended)
    const startedAfterMs = now().getTime() - ABSOLUTE_LIMIT_MS
    return live
      .filter((session) => session.accountId === accountId && session.startedAtMs > startedAfterMs)
      .sort((a, b) => b.usedAtMs - a.usedAtMs)
  }

  return { read, list }
}

function idsOf(sessions: readonly ListedSession[]): string[] {
  return sessions.map(({ sessionId }) => sessionId)
}

function keysOf(accountId: string, sessionIds: readonly string[]): string[] {
  return sessionIds.map((sessionId) => sessionKey({ accountId, sessionId }))
}

function syncedKey(workspaceId: string, accountId: string): string {
  return `workspace-settled:{${accountId}}:${workspaceId}`
}

function indexKey(accountId: string): string {
  return `account-sessions:{${accountId}}`
}
