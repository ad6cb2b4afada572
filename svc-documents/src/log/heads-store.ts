/** Reads and updates the heads. */
import type { AnchorHead, AnchorProblem } from '@inkproof/protocol/log'
import { isDuplicateKey } from '@inkproof/service-kit/mongo'
import type { HeadsCollection, HeadsRow } from './heads.model.ts'

/** A signed state of the record. */
export type SignedState = { size: number; root: string; note: string }

/** The state of anchoring. */
export type AnchorState = {
  anchor: AnchorHead | null
  /** The newest final anchor. */
  settled: AnchorHead | null
  pending: { size: number; txHash: string } | null
  nextAnchorAt: Date | null
  /** Why anchoring is paused. */
  trouble: AnchorProblem | null
}

export type HeadsStore = {
  /** Creates the document if it does not exist. */
  prepare(): Promise<void>
  read(): Promise<HeadsRow>
  /** Advances the checkpoint; returns false when there is one that is as large or larger. */
  advance(state: SignedState, signedAt: Date): Promise<boolean>
  setAnchorState(change: Partial<AnchorState>): Promise<void>
  /** Stores whether signing has stopped. */
  setStopped(isStopped: boolean): Promise<void>
  /** Stores a heartbeat of the `log` role. */
  storeHeartbeat(): Promise<void>
  /**
   * Resolves once all earlier visible writes are durable, by waiting for a journaled write.
   */
  barrier(): Promise<void>
}

const ID = 'log'

export function headsStore(model: HeadsCollection): HeadsStore {
  return {
    prepare: () => prepare(model),
    read: () => read(model),
    advance: async (state, signedAt) => {
      const { modifiedCount } = await model.updateOne(
        { _id: ID, $or: [{ size: { $lt: state.size } }, { size: state.size, note: null }] },
        { $set: { ...state, signedAt } },
      )
      return modifiedCount === 1
    },
    setAnchorState: async (change) => {
      await model.updateOne({ _id: ID }, { $set: change })
    },
    setStopped: async (isStopped) => {
      await model.updateOne({ _id: ID }, { $set: { isStopped } })
    },
    storeHeartbeat: async () => {
      await model.updateOne({ _id: ID }, { $set: { aliveAt: new Date() } })
    },
    barrier: async () => {
      await model.updateOne({ _id: ID }, { $set: { barrierAt: new Date() } })
    },
  }
}

async function prepare(model: HeadsCollection): Promise<void> {
  try {
    await model.create({ _id: ID })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
  }
}

async function read(model: HeadsCollection): Promise<HeadsRow> {
  const row = await model.findOne({ _id: ID }).lean<HeadsRow>()
  if (!row) throw new Error('the heads document is missing; it is created at startup')
  return row
}
