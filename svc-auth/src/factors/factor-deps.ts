import type { ConsumeLimit } from '@inkproof/service-kit/limit'
import type { CallerOf } from '../callers/caller.http.ts'
import type { LocateIp } from '../callers/locate-ip.ts'
import type { Events } from '../events/events.ts'
import type { Sessions } from '../session-store/session-store.ts'
import type { FinalizeAccountChange } from '../sessions/finalize-account-change.ts'
import type { FinishSignIn } from '../sessions/finish-sign-in.ts'
import type { PendingSignIns } from '../sessions/pending.ts'
import type { Tokens } from '../tokens/tokens.ts'
import type { ReauthenticationDeps } from './reauthenticate.ts'

/** The dependencies of this feature's calls. */
export type FactorDeps = ReauthenticationDeps & {
  consumeLimit: ConsumeLimit
  sessions: Sessions
  finalizeAccountChange: FinalizeAccountChange
  pending: PendingSignIns
  events: Events
  tokens: Tokens
  newId: () => string
  callerOf: CallerOf
  finishSignIn: FinishSignIn
  locateIp: LocateIp
}
