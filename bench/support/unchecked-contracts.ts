import { readFileSync } from 'node:fs'
import solc from 'solc'

type Output = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts?: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>
}

const SOURCE = new URL('../contestants/unchecked.sol', import.meta.url)

/** Compiles unchecked.sol with the optimizer; returns the creation code of each contract by name. */
export function compileUncheckedContracts(): { StoredRoot: string; EmittedRoot: string } {
  const settings = {
    optimizer: { enabled: true, runs: 1_000_000 },
    viaIR: true,
    evmVersion: 'paris',
    outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
  }
  const sources = { 'unchecked.sol': { content: readFileSync(SOURCE, 'utf8') } }
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const { contracts, errors = [] } = JSON.parse(solc.compile(input)) as Output
  const getCode = (name: string) => {
    const code = contracts?.['unchecked.sol']?.[name]?.evm.bytecode.object
    if (code) return `0x${code}`
    throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  }
  return { StoredRoot: getCode('StoredRoot'), EmittedRoot: getCode('EmittedRoot') }
}
