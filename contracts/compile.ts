/**
 * One place that calls the compiler, which comes inside the npm package `solc`: nothing is downloaded,
 * and the same sources give the same bytes on every machine (no metadata, so no paths in the code).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonFragment } from 'ethers'
import solc from 'solc'

/** What the compiler gives for one contract; code is 0x-prefixed lower-case hex. */
export type Compiled = {
  readonly abi: readonly JsonFragment[]
  readonly creationCode: string
  readonly runtimeCode: string
}

const SOURCES = fileURLToPath(new URL('./src/', import.meta.url))
const FILES = ['ILogAnchor.sol', 'LogAnchor.sol', 'TreeProof.sol'] as const

/** Settings that decide the bytes, hence the address; docs/decisions/contract-compiler.md. */
const SETTINGS = {
  optimizer: { enabled: true, runs: 1_000_000 },
  viaIR: true,
  evmVersion: 'paris',
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
  outputSelection: {
    'LogAnchor.sol': {
      LogAnchor: ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'],
    },
  },
}

type Output = {
  readonly errors?: readonly { readonly formattedMessage: string }[]
  readonly contracts?: { readonly 'LogAnchor.sol'?: { readonly LogAnchor?: SolcContract } }
}

type SolcContract = {
  readonly abi: readonly JsonFragment[]
  readonly evm: {
    readonly bytecode: { readonly object: string }
    readonly deployedBytecode: { readonly object: string }
  }
}

/** The compiler's own version, e.g. `0.8.37+commit.….Emscripten.clang`. */
export function compilerVersion(): string {
  return solc.version()
}

/** Compiles LogAnchor. Throws with the compiler's text on any error and on any warning. */
export function compileLogAnchor(): Compiled {
  const sources = Object.fromEntries(
    FILES.map((name) => [name, { content: readFileSync(join(SOURCES, name), 'utf8') }]),
  )
  const input = { language: 'Solidity', sources, settings: SETTINGS }
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as Output
  if (output.errors?.length) {
    throw new Error(output.errors.map((error) => error.formattedMessage).join('\n'))
  }
  const contract = output.contracts?.['LogAnchor.sol']?.LogAnchor
  if (!contract) throw new Error('the compiler gave no contract LogAnchor')
  return {
    abi: contract.abi,
    creationCode: `0x${contract.evm.bytecode.object}`,
    runtimeCode: `0x${contract.evm.deployedBytecode.object}`,
  }
}
