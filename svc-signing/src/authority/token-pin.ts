/** Protects a token from being locked: a PIN that may be wrong is not entered again. */
import { createHash } from 'node:crypto'
import { SealUnavailable } from './sealing-source.ts'
import { COUNT_LOW } from './token-problems.ts'
import { type PinState, TokenFailure, type TokenTool } from './token-tool.ts'

/** Runs work that logs in with this PIN. @throws SealUnavailable if the PIN is not to be tried; what `work` throws */
export type WithPin = <T>(pin: string, work: () => Promise<T>) => Promise<T>

/**
 * Tokens are locked after a few wrong PINs, and forget them at a login. Therefore a refused PIN is never tried again by this
 * process. Another process can have tried it before: while the token reports a wrong PIN since its last login, the PIN with
 * which the process started is not tried either. One that an operator has replaced meanwhile is, unless it is the last try.
 *
 * Works one after the other, so that a wrong PIN is tried once.
 */
export function createPinGuard(tool: Pick<TokenTool, 'pinState'>): WithPin {
  let accepted: string | undefined
  let first: string | undefined
  const refused = new Map<string, TokenFailure>()
  let last: Promise<unknown> = Promise.resolve()

  async function guarded<T>(pin: string, work: () => Promise<T>): Promise<T> {
    const known = createHash('sha256').update(pin).digest('hex')
    const failure = refused.get(known)
    if (failure) throw failure
    first ??= known
    if (accepted !== known) requireTries(await tool.pinState(), known === first)
    try {
      const result = await work()
      accepted = known
      return result
    } catch (error) {
      if (error instanceof TokenFailure && error.code === 'wrong-pin') {
        refused.set(known, error)
        accepted = undefined
      }
      throw error
    }
  }

  return (pin, work) => {
    const result = last.then(() => guarded(pin, work))
    last = result.catch(() => undefined)
    return result
  }
}

function requireTries(state: PinState, isFirst: boolean): void {
  if (state.isLocked) throw new TokenFailure('locked', 'the token reports it')
  if (state.isFinalTry || (state.isCountLow && isFirst)) throw new SealUnavailable(COUNT_LOW)
}
