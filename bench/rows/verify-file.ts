import { readCheckpoint } from '@inkproof/proof/checkpoint'
import {
  checkAnchor,
  checkEntry,
  checkFingerprint,
  checkInclusion,
  checkRevocation,
  checkTrust,
  type Subject,
} from '@inkproof/proof/checks'
import { entryBytes } from '@inkproof/proof/leaf'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { verifierKey } from '@inkproof/proof/note'
import { type Policy, parsePolicy } from '@inkproof/proof/policy'
import { parseProofFile } from '@inkproof/proof/proof-file'
import { leafHash } from '@inkproof/proof/tree'
import { verify } from '@inkproof/proof/verify'
import type { Context, Row } from '../row.ts'
import { cpuPerCall } from '../support/cpu-time.ts'
import { peerPaths } from '../support/peer-paths.ts'
import type { SampleLog } from '../support/sample-log.ts'
import { limitHere, ratioInWords } from '../support/set-on.ts'

const LIMIT_US = 250

export const verifyButSignatures: Row = {
  name: 'verify, warm: all but signatures, down to the block hash',
  target: '≤ 250 µs of CPU a proof',
  async measure(context) {
    const log = await context.log()
    const policy = parsePolicy(log.policyJson)
    const { ours: found, merkletreejs } = await timed(context, log, () => checkAll(log, policy))
    const reference = { peer: 'merkletreejs path, µs', measured: merkletreejs.median } as const
    return {
      ours: found.median,
      peers: [
        { name: 'EAS', value: 1800, isQuoted: true },
        { name: 'Blockcerts', value: 1700, isQuoted: true },
      ],
      unit: 'µs',
      met: found.median <= LIMIT_US,
      metByRatio: found.median <= limitHere(LIMIT_US, reference),
      note: `Text parsed, path, status, header and receipt proof of a block of 200 transactions; the least of our runs was ${found.least.toFixed(0)} µs. The peers’ figures include a signature and no block. ${ratioInWords(LIMIT_US, reference)}`,
    }
  },
}

export const verifyWhole: Row = {
  name: 'verify, warm: the whole verifier with the checkpoint’s Ed25519 signature',
  target: 'none set',
  async measure(context) {
    const log = await context.log()
    const input = {
      fingerprint: log.fingerprint,
      proofFile: log.complete,
      policy: parsePolicy(log.policyJson),
      blocks: { kind: 'trusted block hashes', hashes: [log.blockHash] } as const,
      sha256: nodeSha256,
    }
    const { verdict } = await verify(input)
    if (verdict.code !== 'certified') throw new Error(`not certified: ${verdict.sentence}`)
    const { ours: found } = await timed(context, log, () => verify(input))
    return {
      ours: found.median,
      peers: [
        { name: 'EAS', value: 1800, isQuoted: true },
        { name: 'Blockcerts', value: 1700, isQuoted: true },
      ],
      unit: 'µs',
      met: null,
      note: `Verdict “certified”. The signature is checked in portable JavaScript; the least of our runs was ${found.least.toFixed(0)} µs.`,
    }
  },
}

/** With merkletreejs' path beside it, as the measure of the machine. */
function timed(context: Context, log: SampleLog, ours: () => unknown) {
  const calls = context.isQuick ? 50 : 300
  const { merkletreejs } = peerPaths(log.path.length)
  return cpuPerCall({ ours, merkletreejs }, { runs: context.runs, calls })
}

/** What the verifier does, without the step that checks the signature. */
function checkAll(log: SampleLog, policy: Policy): void {
  const file = parseProofFile(log.complete)
  const checkpoint = readCheckpoint(file.checkpoint)
  const key = verifierKey(checkpoint.origin, file.logKey)
  const entry = entryBytes(file.opening, nodeSha256)
  const leaf = leafHash(entry, nodeSha256)
  const subject: Subject = { file, checkpoint, key, entry, leaf, hash: nodeSha256 }
  const findings = [
    checkFingerprint(subject, log.fingerprint),
    checkEntry(subject),
    checkInclusion(subject),
    checkTrust(subject, policy),
    checkAnchor(subject).finding,
    checkRevocation(subject),
  ]
  const refused = findings.find(({ outcome }) => outcome !== 'passed')
  if (refused) throw new Error(`a good proof was refused: ${refused.sentence}`)
}
