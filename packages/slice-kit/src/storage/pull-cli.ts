/** `npm run pull -- --from s3://bucket/prefix`: keeps the folder of a gateway equal to the live release of a bucket. */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { parseInterval } from '../numeric-options.ts'
import { ROOT } from '../release/paths.ts'
import { followStorage } from './follow-storage.ts'

const { INKPROOF_DATA = path.join(ROOT, '.inkproof') } = process.env
const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '' },
    to: { type: 'string', default: path.join(INKPROOF_DATA, 'www') },
    every: { type: 'string', default: '0' },
  },
})

try {
  await followStorage(values.from, values.to, parseInterval(values.every), (line) =>
    console.log(line),
  )
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
