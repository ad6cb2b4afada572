import { SessionRecord } from '@inkproof/protocol/auth'
import { MOST_SESSIONS } from '@inkproof/protocol/sessions'
import { SESSION_KEPT_SECONDS, sessionKey } from '@inkproof/service-kit/auth'
import type { Redis } from 'ioredis'
import { ABSOLUTE_LIMIT_MS } from './session-limits.ts'

/** A session as its owner's list shows it. */
export type ListedSession = SessionRecord & { sessionId: string; usedAtMs: number }

/** Where a session works, and what it may do there. */
export type Post = Pick<SessionRecord, 'workspaceId' | 'role' | 'workspaceVersion'>

/** Sessions as svc-auth writes them; every service reads them (service-kit auth). */
export type Sessions = {
  put(sessionId: string, record: SessionRecord): Promise<void>
  /** Resolves only once Redis has forgotten the session. */
  remove(sessionId: string): Promise<void>
  /** Ends a session if it is this account's. False when there is none such. */
  removeOwn(accountId: string, sessionId: string): Promise<boolean>
  /** Changes a session that lives, and of it only what is given; one that has ended stays ended. */
  update(sessionId: string, change: Partial<SessionRecord>): Promise<void>
  /**
   * Puts a session that lives where its workspace says, unless it already says what was read later, or has left
   * the workspace it is moved `from`.
   */
  move(sessionId: string, post: Post, from?: string): Promise<void>
  /** The live sessions of an account, the most recently used first. */
  list(accountId: string): Promise<ListedSession[]>
  /** Ends the sessions an account began before an epoch; the one kept goes on in it. */
  endBefore(accountId: string, epoch: number, keep?: string): Promise<void>
  /** Ends all sessions of an account. */
  removeAll(accountId: string): Promise<void>
}

/**
 * In one step: of a change of role and a fresh proof that meet, neither may write back what the other
 * changed, and a session that ended meanwhile is not brought back.
 */
const UPDATE = `
local stored = redis.call('GET', KEYS[1])
if not stored then return 0 end
local record = cjson.decode(stored)
for name, value in pairs(cjson.decode(ARGV[1])) do record[name] = value end
redis.call('SET', KEYS[1], cjson.encode(record), 'KEEPTTL')
return 1`

/** Whoever reads a workspace and is held up must not undo what a later reader has written. */
const MOVE = `
local stored = redis.call('GET', KEYS[1])
if not stored then return 0 end
local record = cjson.decode(stored)
local post = cjson.decode(ARGV[1])
if ARGV[2] ~= '' and record.workspaceId ~= ARGV[2] then return 0 end
local isSame = record.workspaceId == post.workspaceId
if isSame and (record.workspaceVersion or 0) > post.workspaceVersion then return 0 end
for name, value in pairs(post) do record[name] = value end
redis.call('SET', KEYS[1], cjson.encode(record), 'KEEPTTL')
return 1`

export function redisSessions(redis: Redis, now: () => Date): Sessions {
  const reader = sessionReader(redis, now)
  const end = async (sessionIds: readonly string[]) => {
    if (sessionIds.length > 0) await redis.del(...sessionIds.map(sessionKey))
  }
  const update: Sessions['update'] = async (sessionId, change) => {
    await redis.eval(UPDATE, 1, sessionKey(sessionId), JSON.stringify(change))
  }
  const move: Sessions['move'] = async (sessionId, post, from = '') => {
    await redis.eval(MOVE, 1, sessionKey(sessionId), JSON.stringify(post), from)
  }
  return {
    update,
    move,
    list: reader.list,
    put: async (sessionId, record) => {
      const { accountId } = record
      const known = await write(redis, sessionId, record)
      if (known > MOST_SESSIONS)
        await end(idsOf((await reader.list(accountId)).slice(MOST_SESSIONS)))
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
      const known = await reader.read(await redis.smembers(indexKey(accountId)))
      if (keep !== undefined) await update(keep, { epoch })
      await end(idsOf(known.filter((one) => one.epoch < epoch && one.sessionId !== keep)))
    },
    removeAll: async (accountId) => end(await redis.smembers(indexKey(accountId))),
  }
}

/** Answers how many sessions the account is known to have had. */
async function write(redis: Redis, sessionId: string, record: SessionRecord): Promise<number> {
  const index = indexKey(record.accountId)
  const done = await redis
    .multi()
    .set(sessionKey(sessionId), JSON.stringify(record), 'EX', SESSION_KEPT_SECONDS)
    .sadd(index, sessionId)
    .pexpire(index, ABSOLUTE_LIMIT_MS)
    .scard(index)
    .exec()
  for (const [error] of done ?? []) if (error) throw error
  return Number(done?.at(-1)?.[1])
}

function sessionReader(redis: Redis, now: () => Date) {
  async function read(sessionIds: string[]): Promise<ListedSession[]> {
    if (sessionIds.length === 0) return []
    const keys = sessionIds.map(sessionKey)
    const [stored, ...idle] = await Promise.all([
      redis.mget(keys),
      ...keys.map((key) => redis.pttl(key)),
    ])
    return sessionIds.flatMap((sessionId, i) => {
      const record = stored[i] ? SessionRecord.parse(JSON.parse(stored[i])) : undefined
      // The idle limit slides with use, so what is left of it says to the minute when that was.
      const usedAtMs = now().getTime() - (SESSION_KEPT_SECONDS * 1_000 - (idle[i] ?? 0))
      return record ? [{ ...record, sessionId, usedAtMs }] : []
    })
  }

  async function list(accountId: string): Promise<ListedSession[]> {
    const known = await redis.smembers(indexKey(accountId))
    const live = await read(known)
    const ids = new Set(idsOf(live))
    const ended = known.filter((sessionId) => !ids.has(sessionId))
    if (ended.length > 0) await redis.srem(indexKey(accountId), ...ended)
    const begunAfterMs = now().getTime() - ABSOLUTE_LIMIT_MS
    return live
      .filter((one) => one.accountId === accountId && one.startedAtMs > begunAfterMs)
      .sort((a, b) => b.usedAtMs - a.usedAtMs)
  }

  return { read, list }
}

function idsOf(sessions: readonly ListedSession[]): string[] {
  return sessions.map(({ sessionId }) => sessionId)
}

function indexKey(accountId: string): string {
  return `account-sessions:${accountId}`
}
