import { equal, fromHex } from '@inkproof/proof/bytes'
import { appendLeaf, emptyRange, rangeRoot } from '@inkproof/proof/tree-builder'
import type { Heads } from '@inkproof/protocol/log'
import { formatCount } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { create } from 'zustand'
import { type ContractResponse, readHeads, readLeaves, simulateAttempt } from './cheat.api.ts'
import { type Attempt, attemptsToRemove } from './forge.ts'

/** An attempt and the contract's response. */
export type Result = { attempt: Attempt; response: ContractResponse }

/** The demonstration on screen. */
export type Cheat =
  | { step: 'idle' }
  | { step: 'reading'; index: number; leavesRead: number; size: number }
  | { step: 'simulating'; index: number; size: number }
  | { step: 'finished'; index: number; heads: Heads; results: Result[] }
  | { step: 'failed'; reason: string }

/** The maximum number of leaves loaded into memory. */
export const MAX_LEAVES = 65_536

const MAX_RUNS = 3

export const useCheat = create<Cheat>()(() => ({ step: 'idle' }))

let activeRun: AbortController | null = null

/** Simulates every attempt to remove an entry. A newer run cancels the previous one. */
export async function tryToRemove(index: number): Promise<void> {
  activeRun?.abort()
  const controller = new AbortController()
  activeRun = controller
  const show = (state: Cheat) => {
    if (activeRun === controller) useCheat.setState(state, true)
  }
  try {
    show(await cheat(index, show, controller.signal))
  } catch (error) {
    show({ step: 'failed', reason: describeFailure(error) })
  }
}

/** Clears the error about a previously entered number. */
export function clearFailure(): void {
  if (useCheat.getState().step === 'failed') resetCheat()
}

/** Resets the demonstration. */
export function resetCheat(): void {
  activeRun?.abort()
  activeRun = null
  useCheat.setState({ step: 'idle' }, true)
}

async function cheat(
  index: number,
  show: (state: Cheat) => void,
  signal: AbortSignal,
): Promise<Cheat> {
  for (let runCount = 1; ; runCount += 1) {
    const heads = await readHeads()
    const problem = findProblem(index, heads)
    if (problem !== null) return { step: 'failed', reason: problem }
    const size = heads.anchor?.size ?? 0
    show({ step: 'reading', index, leavesRead: 0, size })
    const leaves = await readLeaves(
      size,
      (leavesRead) => show({ step: 'reading', index, leavesRead, size }),
      signal,
    )
    checkRoot(leaves, heads.anchor?.root ?? '')
    show({ step: 'simulating', index, size })
    const results = await Promise.all(
      attemptsToRemove(leaves, index).map(async (attempt) => ({
        attempt,
        response: await simulateAttempt(attempt, heads.chain),
      })),
    )
    if (!hasHeadChanged(results) || runCount === MAX_RUNS) {
      return { step: 'finished', index, heads, results }
    }
  }
}

function findProblem(index: number, heads: Heads): string | null {
  const size = heads.anchor?.size ?? 0
  if (size === 0)
    return t('Nothing is on the blockchain yet: certify a file first, then try again.')
  if (size > MAX_LEAVES) {
    return t('This record has {size} entries; this page reads at most {limit}.', {
      size: formatCount(size),
      limit: formatCount(MAX_LEAVES),
    })
  }
  if (index >= size)
    return t('Entry {index} is not on the blockchain yet. There are {size} entries so far.', {
      index,
      size,
    })
  return null
}

/** The loaded leaves must match what is on the blockchain, or the forgery would be refused for the wrong reason. */
function checkRoot(leaves: readonly Uint8Array[], root: string): void {
  const range = emptyRange()
  for (const leaf of leaves) appendLeaf(range, leaf)
  if (!equal(rangeRoot(range), fromHex(root))) {
    throw new Error('the entries do not match the record’s state on the blockchain')
  }
}

/** Whether a new anchor in the meantime made every attempt outdated, even the honest one. */
function hasHeadChanged(results: readonly Result[]): boolean {
  const honest = results.find(({ attempt }) => attempt.id === 'honest')?.response
  return honest !== undefined && !honest.accepted && honest.refusal.name === 'LogStaleHead'
}

function describeFailure(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return t('The attempt failed ({reason}). Try again in a moment.', { reason })
}
