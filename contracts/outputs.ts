/** The files generated from the Solidity sources: typed bindings and the deployment record. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getCreate2Address, keccak256 } from 'ethers'
import { renderBindings } from './bindings.ts'
import { type Compiled, compileLogAnchor, compilerVersion } from './compile.ts'
import { DEPLOYER, SALT } from './deployer.ts'

/** A generated file: its path relative to the contracts folder, and its text. */
export type BuiltFile = { readonly path: string; readonly text: string }

/** Renders all generated files; the text is the same on every machine. */
export function renderBuiltFiles(): readonly BuiltFile[] {
  const compiled = compileLogAnchor()
  return [
    { path: 'generated/log-anchor.ts', text: renderBindings(compiled) },
    { path: 'deployments/log-anchor.json', text: renderDeployment(compiled) },
  ]
}

/** Returns the path of a generated file. */
export function builtPath(file: BuiltFile): string {
  return fileURLToPath(new URL(`./${file.path}`, import.meta.url))
}

/**
 * Writes only files that differ, so that a build without changes touches nothing; returns the paths
 * written.
 */
export function writeBuiltFiles(): readonly string[] {
  return renderBuiltFiles()
    .filter((file) => readIfExists(builtPath(file)) !== file.text)
    .map((file) => {
      mkdirSync(dirname(builtPath(file)), { recursive: true })
      writeFileSync(builtPath(file), file.text)
      return file.path
    })
}

function renderDeployment(compiled: Compiled): string {
  const creationCodeHash = keccak256(compiled.creationCode)
  const deployment = {
    contract: 'LogAnchor',
    address: getCreate2Address(DEPLOYER, SALT, creationCodeHash),
    chains: 'every chain where the deployer exists or can be created',
    deployer: DEPLOYER,
    salt: SALT,
    creationCodeHash,
    codeHash: keccak256(compiled.runtimeCode),
    compiler: compilerVersion(),
  }
  return `${JSON.stringify(deployment, null, 2)}\n`
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
