import type { Limit } from '@inkproof/service-kit/limit'

/** A session ends seven days after sign-in, however much it is used. */
export const ABSOLUTE_LIMIT_MS = 7 * 24 * 60 * 60 * 1_000

/** What a person does in the settings; a program that holds a stolen token may do no more. */
export const SETTINGS: Limit = {
  name: 'settings',
  max: 300,
  windowSeconds: 60,
  whenRedisFails: 'closed',
}
