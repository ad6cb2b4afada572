/** The process that `releaseSlices` starts; its one argument is the release as JSON. */
import { release } from '@inkproof/slice-kit/release/release'

const { names, out, site } = JSON.parse(process.argv[2] ?? '{}')

try {
  await release({ names, out, site, test: false, log: (line) => console.log(line) })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
