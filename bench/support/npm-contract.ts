/**
 * Code of peers' contracts, from the npm package that carries it: taken with npm itself, held to a
 * known hash, read as text and never run here (docs/decisions/bench-peer-contracts.md).
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
  /** Path of the file in the archive whose `_bytecode` is wanted. */
  file: string
}

/** Creation code, 0x hex. Throws when the package cannot be had or is not the known one. */
export function creationCode(folder: string, wanted: NpmContract): string {
  const pack = ['pack', wanted.package, '--json', '--silent', '--pack-destination', folder]
  const answer = execFileSync('npm', pack, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const archive = join(folder, archiveName(answer))
  const found = createHash('sha512').update(readFileSync(archive)).digest('base64')
  if (found !== wanted.sha512) throw new Error(`${wanted.package} is not the package it was`)
  const text = execFileSync('tar', ['-xzOf', archive, `package/${wanted.file}`], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const [, code] = /_bytecode = "(0x[0-9a-f]+)"/.exec(text) ?? []
  if (code) return code
  throw new Error(`${wanted.file} of ${wanted.package} carries no code`)
}

/** npm lists what it packed; its newer versions by the package's name. */
function archiveName(answer: string): string {
  const [, name] = /"filename": "([^"]+)"/.exec(answer) ?? []
  if (name) return name.replace('@', '').replace('/', '-')
  throw new Error('npm does not say what it packed')
}
