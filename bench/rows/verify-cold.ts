import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toHex } from '@inkproof/proof/bytes'
import type { Row } from '../row.ts'
import { buildVerifiersOnce } from '../support/built-verifiers.ts'
import { measureNodeCpuMs } from '../support/child.ts'
import type { SampleLog } from '../support/sample-log.ts'
import { median } from '../support/statistics.ts'

const MAX_RATIO = 1.3
const EXIT_VERIFIED = 0

export const verifyCold: Row = {
  name: 'verify, cold: standalone program, from process start to verdict',
  target: '≤ 1.3 × the CPU time of an empty Node.js process',
  async measure(context) {
    const { program } = await buildVerifiersOnce(context)
    const empty = [writeEmpty(context.folder)]
    const verifier = [program, ...writeVerifierInput(context.folder, await context.log())]
    const times = { empty: [] as number[], verifier: [] as number[] }
    for (let run = 0; run < context.runs * 2; run++) {
      times.empty.push(await measureNodeCpuMs(empty, 0))
      times.verifier.push(await measureNodeCpuMs(verifier, EXIT_VERIFIED))
    }
    const [ours, emptyMs] = [median(times.verifier), median(times.empty)]
    const ratio = ours / emptyMs
    return {
      ours,
      peers: [
        { name: 'an empty Node.js process', value: emptyMs },
        { name: 'fastest peer', value: 75, isQuoted: true },
        { name: 'slowest peer', value: 287, isQuoted: true },
      ],
      unit: 'ms of CPU',
      isMet: ratio <= MAX_RATIO,
      note: `${ratio.toFixed(2)} × an empty Node.js process; medians of ${context.runs * 2} processes each, alternating. All checks run, including signature and receipt proof; exit code 0.`,
    }
  },
}

function writeEmpty(folder: string): string {
  const file = join(folder, 'empty.mjs')
  writeFileSync(file, '')
  return file
}

function writeVerifierInput(folder: string, log: SampleLog): string[] {
  const file = join(folder, 'document.bin')
  const proof = join(folder, 'document.tlog-proof')
  const policy = join(folder, 'policy.json')
  writeFileSync(file, log.document)
  writeFileSync(proof, log.anchoredProof)
  writeFileSync(policy, log.policyJson)
  const trustOptions = ['--trust', policy, '--block', `0x${toHex(log.blockHash)}`]
  return [file, proof, ...trustOptions]
}
