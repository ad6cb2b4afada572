/**
 * Bytecode of the peers' contracts, extracted from their npm packages: downloaded with npm, checked
 * against a known hash, read as text and never executed locally
 * (docs/decisions/bench-peer-contracts.md).
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type NpmContract = {
  /** Name and exact version. */
  package: string
  /** SHA-512 of the package's archive, base64. */
  sha512: string
  /** Path of the file in the archive that contains the `_bytecode`. */
  file: string
}

/**
 * Downloads the package and returns the creation code as 0x hex. Throws if the package is unavailable
 * or has an unexpected hash.
 */
export function downloadCreationCode(folder: string, contract: NpmContract): string {
  const pack = ['pack', contract.package, '--json', '--silent', '--pack-destination', folder]
  const output = execFileSync('npm', pack, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const archive = join(folder, archiveName(output))
  const actualHash = createHash('sha512').update(readFileSync(archive)).digest('base64')
  if (actualHash !== contract.sha512) throw new Error(`${contract.package} has an unexpected hash`)
  const text = execFileSync('tar', ['-xzOf', archive, `package/${contract.file}`], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const [, code] = /_bytecode = "(0x[0-9a-f]+)"/.exec(text) ?? []
  if (code) return code
  throw new Error(`${contract.file} of ${contract.package} contains no bytecode`)
}

/** npm lists what it packed; newer versions key the list by package name. */
function archiveName(output: string): string {
  const [, name] = /"filename": "([^"]+)"/.exec(output) ?? []
  if (name) return name.replace('@', '').replace('/', '-')
  throw new Error('npm did not report what it packed')
}
