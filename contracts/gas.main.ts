/** `npm run gas`: measures gas on a separate chain and writes gas.md. */
import { writeFileSync } from 'node:fs'
import { measureGas } from './testing/gas-measure.ts'
import { gasReportPath, renderGasReport } from './testing/gas-report.ts'
import { startSeparateChain } from './testing/separate-chain.ts'

const chain = await startSeparateChain()
try {
  writeFileSync(gasReportPath, renderGasReport(await measureGas(chain.provider)))
} finally {
  await chain.stop()
}
