/** The record on the chain. */
import { fromHex } from '@inkproof/proof/bytes'
import { signCheckpoint } from '@inkproof/proof/checkpoint'
import type { SignerKey } from '@inkproof/proof/note'
import type { TakeLimit } from '@inkproof/service-kit/limit'
import type { Log } from '@inkproof/service-kit/log'
import { Wallet } from 'ethers'
import type { Router } from 'express'
import type { Connection } from 'mongoose'
import { anyReader } from '../log/any-reader.ts'
import type { LogFeature } from '../log/feature.ts'
import type { GrowingTree } from '../log/growing-tree.ts'
import type { LogFiles } from '../log/log-files.ts'
import { anchorStore } from './anchor-store.ts'
import { type AnchorWorker, createAnchorWorker } from './anchor-worker.ts'
import { anchorModel } from './anchors.model.ts'
import { chainRoutes } from './chain.routes.ts'
import { nodeAt } from './node.ts'
import type { Place } from './observe.ts'

export type AnchorSettings = {
  chainUrl: string
  place: Place
  anchorKey: string
  anchorMs: number
  feeCapGwei: number
  confirmationsWanted: number
}

export type AnchorParts = {
  connection: Connection
  logFeature: LogFeature
  files: LogFiles
  key: SignerKey
  tree: () => GrowingTree | undefined
  onDoubt: () => void
  log: Log
}

/** Address of the account that a key stands for, lower case. */
export function operatorOf(anchorKey: string): string {
  return new Wallet(anchorKey).address.toLowerCase()
}

/** Role log: the worker that anchors. */
export function anchorFeature(parts: AnchorParts, settings: AnchorSettings): AnchorWorker {
  const { connection, logFeature, files, key, tree, onDoubt, log } = parts
  return createAnchorWorker({
    rpc: nodeAt(settings.chainUrl),
    place: settings.place,
    store: anchorStore(anchorModel(connection)),
    read: anyReader(files),
    files,
    entries: logFeature.store,
    appender: logFeature.appender,
    heads: logFeature.heads,
    wallet: new Wallet(settings.anchorKey),
    feeCapGwei: settings.feeCapGwei,
    confirmationsWanted: settings.confirmationsWanted,
    anchorMs: settings.anchorMs,
    noteOf: (size, root) =>
      signCheckpoint({ origin: key.name, size: BigInt(size), root: fromHex(root) }, key),
    tree,
    now: () => new Date(),
    log,
    onDoubt,
    onMoved: () => logFeature.rings.ring('heads'),
  })
}

/** A person waits for it, and can ask again. */
const PROXY_WITHIN_MS = 2_000

/** Role api: the installation's node, for reading questions about the record. */
export function chainFeature(chainUrl: string, contract: string, takeLimit: TakeLimit): Router {
  return chainRoutes({ rpc: nodeAt(chainUrl, PROXY_WITHIN_MS), contract, takeLimit })
}
