/**
 * Commands on several keys. A Redis Cluster accepts them only if all keys belong to one node, which it decides by their
 * hash tag: the part in braces. These helpers require that everywhere, so that a single server refuses what a Cluster
 * would refuse. No other code runs scripts, transactions or commands on several keys (redis-keys.test.ts).
 */
import type { RedisClient } from './redis-connection.ts'

/** Runs a script on the keys, given by name. @throws Error if they do not share a hash tag */
export type RunScript<Key extends string, OptionalKey extends string = never> = (
  redis: RedisClient,
  keys: Readonly<Record<Key, string> & Partial<Record<OptionalKey, string | undefined>>>,
  ...args: readonly (string | number)[]
) => Promise<unknown>

/**
 * Declares a Lua script, which Redis executes atomically.
 *
 * @param name unique in the repository; the script's first line, so that it can be recognized in MONITOR and SLOWLOG
 * @param keys names of the keys, each a variable in the script
 * @param lua the script; `ARGV` contains the arguments
 * @param optionalKey name of a last key that a call can omit; the variable is nil then
 */
export function defineScript<const Key extends string, const OptionalKey extends string = never>(
  name: string,
  keys: readonly Key[],
  lua: string,
  optionalKey?: OptionalKey,
): RunScript<Key, OptionalKey> {
  const names = optionalKey === undefined ? keys : [...keys, optionalKey]
  const variables = names.map((key, i) => `local ${key} = KEYS[${i + 1}]`)
  const text = [`-- ${name}`, ...variables, lua].join('\n')
  return async (redis, keysByName: Readonly<Partial<Record<string, string>>>, ...args) => {
    const used = names.flatMap((key) => keysByName[key] ?? [])
    requireOneSlot(used)
    return await redis.eval(text, used.length, ...used, ...args)
  }
}

/** Returns the values of keys of one hash tag. */
export async function getAll(
  redis: RedisClient,
  keys: readonly string[],
): Promise<(string | null)[]> {
  requireOneSlot(keys)
  return keys.length === 0 ? [] : await redis.mget([...keys])
}

/** Deletes keys of one hash tag. Returns how many existed. */
export async function deleteAll(redis: RedisClient, keys: readonly string[]): Promise<number> {
  requireOneSlot(keys)
  return keys.length === 0 ? 0 : await redis.del(...keys)
}

/** @throws Error if a Cluster would refuse these keys in one command */
function requireOneSlot(keys: readonly string[]): void {
  const tags = new Set(keys.map(hashTag))
  if (tags.size > 1) throw new Error(`keys of one command without a common hash tag: ${[...tags]}`)
}

/** The part of a key that decides its node: the text in the first braces unless it is empty, else the whole key. */
function hashTag(key: string): string {
  return /^[^{]*\{([^}]+)\}/.exec(key)?.[1] ?? key
}
