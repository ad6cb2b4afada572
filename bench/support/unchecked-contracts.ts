import { readFileSync } from 'node:fs'
import solc from 'solc'

type Output = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts?: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>
}

const SOURCE = new URL('../contestants/unchecked.sol', import.meta.url)

/** Creation code of the contracts in unchecked.sol, by name, compiled with the optimizer. */
export function uncheckedContracts(): { StoredRoot: string; EmittedRoot: string } {
  const settings = {
    optimizer: { enabled: true, runs: 1_000_000 },
    viaIR: true,
    evmVersion: 'paris',
    outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
  }
  const sources = { 'unchecked.sol': { content: readFileSync(SOURCE, 'utf8') } }
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const { contracts, errors = [] } = JSON.parse(solc.compile(input)) as Output
  const codeOf = (name: string) => {
    const code = contracts?.['unchecked.sol']?.[name]?.evm.bytecode.object
    if (code) return `0x${code}`
    throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  }
  return { StoredRoot: codeOf('StoredRoot'), EmittedRoot: codeOf('EmittedRoot') }
}
