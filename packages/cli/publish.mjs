/**
 * Installs the standalone verifiers in WWW_DIR/verifier/, where the gateway serves them. Each file is
 * written under a temporary name and renamed, so that it is replaced atomically.
 */
import { copyFileSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'

const www = process.env.WWW_DIR
if (!www) throw new Error('WWW_DIR is not set: it must be the folder that the gateway serves')
const from = join(import.meta.dirname, 'dist')
const to = join(www, 'verifier')

mkdirSync(to, { recursive: true })
// The checksums are copied last, so that they never refer to files that are not there yet.
const files = readdirSync(from).filter((name) => name.startsWith('inkproof-verify.'))
for (const name of [...files, 'SHA256SUMS']) {
  copyFileSync(join(from, name), join(to, `.${name}.new`))
  renameSync(join(to, `.${name}.new`), join(to, name))
}
