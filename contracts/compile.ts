/**
 * The only module that calls the compiler, which is part of the npm package `solc`: nothing is
 * downloaded, and the same sources give the same bytecode on every machine (metadata is disabled,
 * so the code contains no paths).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonFragment } from 'ethers'
import solc from 'solc'

/** The compiler's output for one contract; bytecode is 0x-prefixed lower-case hex. */
export type Compiled = {
  readonly abi: readonly JsonFragment[]
  readonly creationCode: string
  readonly runtimeCode: string
}

const SOURCES = fileURLToPath(new URL('./src/', import.meta.url))
const FILES = ['ILogAnchor.sol', 'LogAnchor.sol', 'TreeProof.sol'] as const

/**
 * These settings determine the bytecode, hence the address; see
 * docs/decisions/contract-compiler.md.
 */
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

/** Compiles LogAnchor. Throws the compiler's message on any error or warning. */
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
  if (!contract) throw new Error('the compiler output contains no contract LogAnchor')
  return {
    abi: contract.abi,
    creationCode: `0x${contract.evm.bytecode.object}`,
    runtimeCode: `0x${contract.evm.deployedBytecode.object}`,
  }
}
