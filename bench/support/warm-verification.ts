import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toHex } from '@inkproof/proof/bytes'
import type { WarmInput } from '../contestants/verify-warm.ts'
import type { Context } from '../row.ts'
import { bundleForNode, runScript } from './child.ts'
import type { Summary } from './statistics.ts'

/**
 * `inclusion…`: the inclusion proof alone. `checks…`: all checks except signatures. `…NodeHash` and `…PureJs`: with
 * Node's or the pure JavaScript SHA-256. `complete`: the complete verifier. `fromTiles`: building a proof from tiles
 * on disk, with the cache of documents-api or without. The others are peers, which verify an inclusion proof.
 */
type Variant =
  | 'inclusionNodeHash'
  | 'inclusionPureJs'
  | 'merkletreejs'
  | 'openZeppelin'
  | 'checksNodeHash'
  | 'checksPureJs'
  | 'complete'
  | 'fromTiles'
  | 'fromTilesUncached'

/** CPU microseconds of each variant. */
export type WarmVerification = Record<Variant, Summary>

const CALLS = { quick: 500, full: 5000 }

let measured: Promise<WarmVerification> | undefined

/** Measures once, for all rows that use it. */
export function measureVerificationOnce(context: Context): Promise<WarmVerification> {
  measured ??= measureVerification(context)
  return measured
}

async function measureVerification(context: Context): Promise<WarmVerification> {
  const { folder, isQuick, runs } = context
  const log = await context.log()
  const input: WarmInput = {
    fingerprint: toHex(log.fingerprint),
    blockHash: toHex(log.blockHash),
    proofFile: log.anchoredProof,
    policyJson: log.policyJson,
    tiles: log.folder,
    runs,
    calls: isQuick ? CALLS.quick : CALLS.full,
  }
  const file = join(folder, 'warm-case.json')
  const script = join(folder, 'verify-warm.mjs')
  writeFileSync(file, JSON.stringify(input))
  await bundleForNode(new URL('../contestants/verify-warm.ts', import.meta.url), script)
  return await runScript<WarmVerification>(script, [file])
}
