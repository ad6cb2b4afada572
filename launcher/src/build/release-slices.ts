/**
 * Releases slices. The launcher passes the release as a JSON argument. In the image of a slice there is no argument:
 * it publishes PART, which was built with the image, to WWW_DIR. SITE, if set, contains the installation's public
 * settings.
 */
import { release } from '@inkproof/slice-kit/release/release'

const { SITE, PART, WWW_DIR } = process.env

try {
  await release({
    test: false,
    isStart: true,
    ...(SITE && { site: JSON.parse(SITE) }),
    ...(process.argv[2]
      ? JSON.parse(process.argv[2])
      : { names: [PART], out: WWW_DIR, build: false }),
    log: (line) => console.log(line),
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
