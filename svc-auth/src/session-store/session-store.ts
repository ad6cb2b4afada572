import { SessionRecord } from '@inkproof/protocol/auth'
import { MAX_SESSIONS } from '@inkproof/protocol/sessions'
import { SESSION_TTL_SECONDS, sessionKey } from '@inkproof/service-kit/auth'
import type { Redis } from 'ioredis'
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
  /** Resolves only once Redis has deleted the session. */
  remove(sessionId: string): Promise<void>
  /** Ends a session of an account. Returns false if the account has no such live session. */
  removeOwn(accountId: string, sessionId: string): Promise<boolean>
  /** Changes the given fields of a live session. No effect if it has ended. */
  update(sessionId: string, change: Partial<SessionRecord>): Promise<void>
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

/**
 * Returns a Lua script that changes a session atomically: concurrent changes, such as of the role and of the last
 * reauthentication, do not overwrite each other, and a session that has ended is not restored. `key` is the index of
 * the session's key in KEYS, `change` the index of the changed fields in ARGV.
 */
const updateScript = (key: number, change: number, precondition = '') => `
local stored = redis.call('GET', KEYS[${key}])
if not stored then return 0 end
local record = cjson.decode(stored)
${precondition}
for name, value in pairs(cjson.decode(ARGV[${change}])) do record[name] = value end
redis.call('SET', KEYS[${key}], cjson.encode(record), 'KEEPTTL')
return 1`

const UPDATE = updateScript(1, 1)

/**
 * A process that read a workspace early and writes late must not overwrite a newer membership. For each workspace and
 * member, the newest version applied to the member's sessions is therefore stored, for as long as a session can live.
 */
const RETURN_IF_OUTDATED = `
local version = tonumber(ARGV[1])
local applied = tonumber(redis.call('GET', KEYS[1]) or '0')
if version > 0 and applied > version then return 0 end
if version > 0 then redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) end`

const MARK_SYNCED = `${RETURN_IF_OUTDATED}
return 1`

/** If ARGV[4] is given, a session in another workspace is not changed. */
const RETURN_IF_ELSEWHERE = `if ARGV[4] ~= '' and record.workspaceId ~= ARGV[4] then return 0 end`

const MOVE = `${RETURN_IF_OUTDATED}${updateScript(2, 3, RETURN_IF_ELSEWHERE)}`

export function createSessionStore(redis: Redis, now: () => Date): Sessions {
  const reader = createSessionReader(redis, now)
  const end = async (sessionIds: readonly string[]) => {
    if (sessionIds.length > 0) await redis.del(...sessionIds.map(sessionKey))
  }
  const update: Sessions['update'] = async (sessionId, change) => {
    await redis.eval(UPDATE, 1, sessionKey(sessionId), JSON.stringify(change))
  }
  return {
    update,
    updateAll: async (accountId, change) => {
      const sessions = await reader.list(accountId)
      await Promise.all(sessions.map(({ sessionId }) => update(sessionId, change)))
    },
    ...createMembershipUpdates(redis, reader.list),
    list: reader.list,
    put: async (sessionId, record) => {
      const { accountId } = record
      const count = await writeSession(redis, sessionId, record)
      if (count > MAX_SESSIONS) await end(idsOf((await reader.list(accountId)).slice(MAX_SESSIONS)))
    },
    remove: async (sessionId) => {
      await redis.del(sessionKey(sessionId))
    },
    removeOwn: async (accountId, sessionId) => {
      const [session] = await reader.read([sessionId])
      if (session?.accountId !== accountId) return false
      return (await redis.del(sessionKey(sessionId))) === 1
    },
    endBefore: async (accountId, epoch, keep) => {
      const sessions = await reader.read(await redis.smembers(indexKey(accountId)))
      if (keep !== undefined)
        await update(keep.sessionId, { epoch, isVerifiedPerson: keep.isVerifiedPerson })
      await end(
        idsOf(
          sessions.filter(
            (session) => session.epoch < epoch && session.sessionId !== keep?.sessionId,
          ),
        ),
      )
    },
    removeAll: async (accountId) => end(await redis.smembers(indexKey(accountId))),
  }
}

function createMembershipUpdates(
  redis: Redis,
  list: Sessions['list'],
): Pick<Sessions, 'move' | 'syncMembership'> {
  const moveSession = (
    keys: [string, string],
    version: number,
    membership: Membership,
    from = '',
  ) => redis.eval(MOVE, 2, ...keys, version, ABSOLUTE_LIMIT_MS, JSON.stringify(membership), from)
  return {
    move: async (accountId, sessionId, { version = 0, ...membership }) => {
      const synced = syncedKey(membership.workspaceId, accountId)
      return (await moveSession([synced, sessionKey(sessionId)], version, membership)) === 1
    },
    syncMembership: async (accountId, { workspaceId, version }, membership) => {
      const synced = syncedKey(workspaceId, accountId)
      if ((await redis.eval(MARK_SYNCED, 1, synced, version, ABSOLUTE_LIMIT_MS)) !== 1) return
      const affected = (await list(accountId)).filter(
        (session) => session.workspaceId === workspaceId,
      )
      const keys = affected.map(({ sessionId }) => sessionKey(sessionId))
      await Promise.all(
        keys.map((key) => moveSession([synced, key], version, membership, workspaceId)),
      )
    },
  }
}

/** Stores a session. Returns the number of sessions of the account. */
async function writeSession(
  redis: Redis,
  sessionId: string,
  record: SessionRecord,
): Promise<number> {
  const index = indexKey(record.accountId)
  const done = await redis
    .multi()
    .set(sessionKey(sessionId), JSON.stringify(record), 'EX', SESSION_TTL_SECONDS)
    .sadd(index, sessionId)
    .pexpire(index, ABSOLUTE_LIMIT_MS)
    .scard(index)
    .exec()
  for (const [error] of done ?? []) if (error) throw error
  return Number(done?.at(-1)?.[1])
}

function createSessionReader(redis: Redis, now: () => Date) {
  async function read(sessionIds: string[]): Promise<ListedSession[]> {
    if (sessionIds.length === 0) return []
    const keys = sessionIds.map(sessionKey)
    const [records, ...remainingMs] = await Promise.all([
      redis.mget(keys),
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
    const live = await read(sessionIds)
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

function syncedKey(workspaceId: string, accountId: string): string {
  return `workspace-settled:${workspaceId}:${accountId}`
}

function indexKey(accountId: string): string {
  return `account-sessions:${accountId}`
}
