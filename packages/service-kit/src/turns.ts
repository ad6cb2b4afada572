import { AppError } from './app-error.ts'

/**
 * Lets so many pieces of work run at once and so many wait, in the order they came.
 *
 * @throws AppError UNAVAILABLE for what comes after that: it would wait longer than its caller does.
 */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

export function createTurns(atOnce: number, mostWaiting: number): InTurn {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw new AppError('UNAVAILABLE')
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
