/** `npm run gas`: measures on a chain of its own and writes gas.md. */
import { writeFileSync } from 'node:fs'
import { measureGas } from './testing/gas-measure.ts'
import { gasReportPath, renderGasReport } from './testing/gas-report.ts'
import { startOwnChain } from './testing/own-chain.ts'

const chain = await startOwnChain()
try {
  writeFileSync(gasReportPath, renderGasReport(await measureGas(chain.provider)))
} finally {
  await chain.stop()
}
