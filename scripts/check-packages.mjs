/**
 * `npm run lint:packages`: packs the published packages, and checks the tarballs with publint, and with
 * arethetypeswrong for ES modules. Also tests itself: a tarball without its type declarations must be reported.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { npmPack } from './pack/npm-pack.mjs'
import { PUBLISHED } from './pack/packages.mjs'
import { ROOT } from './parts/list.mjs'

const folder = mkdtempSync(join(tmpdir(), 'inkproof-packages-'))
try {
  run(process.execPath, [join(ROOT, 'scripts/pack.mjs'), folder])
  const tarballs = listTarballs(folder)
  const problems = []
  for (const tarball of tarballs) problems.push(...(await problemsOf(tarball)))
  if (tarballs.length < PUBLISHED.length)
    problems.push(`only ${tarballs.length} packages were packed`)
  const planted = await problemsOf(packWithoutTypes())
  if (planted.length === 0) problems.push('a package without type declarations was not reported')
  for (const problem of problems) console.error(problem)
  console.log(`packages: ${tarballs.length} tarballs, ${problems.length} problems`)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}

async function problemsOf(tarball) {
  const name = basename(tarball)
  const { messages, pkg } = await publint({
    pack: { tarball: toArrayBuffer(readFileSync(tarball)) },
    strict: true,
  })
  const found = messages.map(
    (message) => `${name}: ${formatMessage(message, pkg, { color: false })}`,
  )
  // Style sheets have no types.
  const styles = Object.keys(pkg.exports).filter((name) => name.endsWith('.css'))
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/@arethetypeswrong/cli/dist/index.js'),
      tarball,
      '--profile',
      'esm-only',
      '--no-color',
      '--no-emoji',
      ...(styles.length > 0 ? ['--exclude-entrypoints', ...styles] : []),
    ],
    { encoding: 'utf8', env: { ...process.env, FORCE_COLOR: '0' } },
  )
  return status === 0 ? found : [...found, `${name}: arethetypeswrong reports\n${stdout}`]
}

/** Packs the first package again, after removing its type declarations. */
function packWithoutTypes() {
  const content = join(folder, 'content/packages/proof')
  for (const name of readdirSync(join(content, 'dist')))
    if (name.endsWith('.d.ts')) rmSync(join(content, 'dist', name))
  return npmPack(content, mkdtempSync(join(folder, 'planted-')))
}

function listTarballs(path) {
  return readdirSync(path)
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => join(path, name))
}

function toArrayBuffer({ buffer, byteOffset, byteLength }) {
  return buffer.slice(byteOffset, byteOffset + byteLength)
}

function run(command, args) {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`)
}
