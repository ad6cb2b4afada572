import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toHex } from '@inkproof/proof/bytes'
import type { Row } from '../row.ts'
import { builtVerifiers } from '../support/built-verifiers.ts'
import { cpuMsOfNode } from '../support/child.ts'
import type { SampleLog } from '../support/sample-log.ts'
import { median } from '../support/statistics.ts'

const LIMIT = 1.3
const VERIFIED = 0

export const verifyCold: Row = {
  name: 'verify, cold: standalone program, from process start to verdict',
  target: '≤ 1.3 × the CPU time of an empty Node.js process',
  async measure(context) {
    const { program } = await builtVerifiers(context)
    const empty = [writeEmpty(context.folder)]
    const verifier = [program, ...writeCase(context.folder, await context.log())]
    const times = { empty: [] as number[], verifier: [] as number[] }
    for (let run = 0; run < context.runs * 2; run++) {
      times.empty.push(await cpuMsOfNode(empty, 0))
      times.verifier.push(await cpuMsOfNode(verifier, VERIFIED))
    }
    const [ours, floor] = [median(times.verifier), median(times.empty)]
    const ratio = ours / floor
    return {
      ours,
      peers: [
        { name: 'an empty Node.js process', value: floor },
        { name: 'fastest peer', value: 75, isQuoted: true },
        { name: 'slowest peer', value: 287, isQuoted: true },
      ],
      unit: 'ms of CPU',
      met: ratio <= LIMIT,
      note: `${ratio.toFixed(2)} × an empty Node.js process; medians of ${context.runs * 2} processes each, alternating. All checks run, including signature and receipt proof; exit code 0.`,
    }
  },
}

function writeEmpty(folder: string): string {
  const file = join(folder, 'empty.mjs')
  writeFileSync(file, '')
  return file
}

function writeCase(folder: string, log: SampleLog): string[] {
  const file = join(folder, 'document.bin')
  const proof = join(folder, 'document.tlog-proof')
  const policy = join(folder, 'policy.json')
  writeFileSync(file, log.document)
  writeFileSync(proof, log.complete)
  writeFileSync(policy, log.policyJson)
  const trusted = ['--trust', policy, '--block', `0x${toHex(log.blockHash)}`]
  return [file, proof, ...trusted]
}
