/**
 * Generates the TypeScript bindings from the compiler's output: the ABI as a constant, the bytecode,
 * and a type with a method per function, so that a wrong argument fails the type check.
 */
import type { JsonFragment, JsonFragmentType } from 'ethers'
import type { Compiled } from './compile.ts'

/** Renders the text of generated/log-anchor.ts; a pure function of the compiler's output. */
export function renderBindings(compiled: Compiled): string {
  return `/** Generated from src/*.sol by build.ts; a test compares it with a fresh compile. Do not edit. */
import {
  BaseContract,
  type BaseContractMethod,
  type ContractRunner,
  type ContractTransactionResponse,
} from 'ethers'

/** Functions, events and errors of LogAnchor. */
export const logAnchorAbi = ${JSON.stringify(compiled.abi, null, 2)} as const

/** Creation bytecode; the constructor takes no arguments. */
export const logAnchorCreationCode =
  '${compiled.creationCode}'

/** Runtime bytecode deployed at the contract's address. */
export const logAnchorRuntimeCode =
  '${compiled.runtimeCode}'

/** LogAnchor's functions; sizes and indexes are bigint, hashes and addresses 0x-prefixed hex. */
export type LogAnchorMethods = {
${compiled.abi.filter(isFunction).map(renderMethod).join('\n')}
}

/** An ethers contract with LogAnchor's functions. */
export type LogAnchor = BaseContract & LogAnchorMethods

/** The contract at \`address\`; with a provider as runner it can only read, with a signer also write. */
export function connectLogAnchor(address: string, runner: ContractRunner): LogAnchor {
  return BaseContract.from<LogAnchorMethods>(address, logAnchorAbi, runner)
}
`
}

function isFunction(fragment: JsonFragment): boolean {
  return fragment.type === 'function'
}

function renderMethod(fragment: JsonFragment): string {
  const inputs = (fragment.inputs ?? []).map((input) => `${input.name}: ${toTypeScriptType(input)}`)
  const result = fragment.outputs?.[0] ? toTypeScriptType(fragment.outputs[0]) : 'void'
  const isView = fragment.stateMutability === 'view'
  const sendResult = isView ? result : 'ContractTransactionResponse'
  return `  readonly ${fragment.name}: BaseContractMethod<[${inputs.join(', ')}], ${result}, ${sendResult}>`
}

const TYPES: Readonly<Record<string, string>> = {
  address: 'string',
  bool: 'boolean',
  bytes32: 'string',
  uint64: 'bigint',
  'bytes32[]': 'readonly string[]',
}

function toTypeScriptType(type: JsonFragmentType): string {
  const typeScriptType = TYPES[type.type ?? '']
  if (!typeScriptType)
    throw new Error(`bindings.ts has no TypeScript type for ${type.type}; add it to TYPES`)
  return typeScriptType
}
