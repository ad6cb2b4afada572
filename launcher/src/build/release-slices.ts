/**
 * The process that releases slices, started by the launcher and in the slices' images. Its argument is
 * the release as JSON; SITE, where set, is the installation's public settings.
 */
import { release } from '@inkproof/slice-kit/release/release'

const { SITE } = process.env

try {
  await release({
    test: false,
    ...(SITE && { site: JSON.parse(SITE) }),
    ...JSON.parse(process.argv[2] ?? '{}'),
    log: (line) => console.log(line),
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
