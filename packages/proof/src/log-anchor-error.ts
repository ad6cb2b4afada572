/** Explains the revert data of the LogAnchor contract. */
import { msg } from '@inkproof/texts/message'
import { addressFromWord, splitWords } from './abi.ts'
import { from0x, to0x, toHex, uintBe } from './bytes.ts'
import { must } from './proof-error.ts'
import type { Sentence } from './sentence.ts'

/**
 * A decoded custom error of the contract: its name, its values by name, and a sentence.
 */
export type LogAnchorError = { name: string; values: Record<string, string>; sentence: Sentence }

/**
 * Decodes and explains revert data; undefined when the data is not one of the contract's errors.
 *
 * @throws ProofError BAD_ABI when the error's values are truncated or invalid
 */
export function decodeLogAnchorError(data: string): LogAnchorError | undefined {
  const row = ERRORS[data.slice(2, 10)]
  if (!row) return undefined
  const fields = row.fields.split(' ')
  const encoded = splitWords(from0x(`0x${data.slice(10)}`))
  must(encoded.length === fields.length, 'BAD_ABI', '{name} must have {length} values.', {
    name: row.name,
    length: fields.length,
  })
  const values: Record<string, string> = {}
  fields.forEach((field, i) => {
    const [type, name = ''] = field.split(':')
    values[name] = formatValue(type ?? '', encoded[i] as Uint8Array)
  })
  return { name: row.name, values, sentence: { message: row.message, values } }
}

type Row = { name: string; fields: string; message: string }

/**
 * Errors by selector. `fields` lists `type:name` pairs: `a` is an address, `n` a number, `h` a hash.
 * A test compares this table with the contract.
 */
const ERRORS: Record<string, Row> = {
  '23955b66': {
    name: 'LogStaleHead',
    fields: 'a:operator h:head h:given',
    message: msg('The record on the chain is at {head}, not at the given state ({given}).'),
  },
  acc3d3c7: {
    name: 'LogSizeMustGrow',
    fields: 'n:oldSize n:newSize',
    message: msg(
      'The record can only grow: it has {oldSize} entries and cannot change to {newSize}.',
    ),
  },
  '93f88332': {
    name: 'LogInconsistentProof',
    fields: 'h:oldRoot h:provedOldRoot h:newRoot h:provedNewRoot',
    message: msg('The new record changes earlier entries, so the contract rejects it.'),
  },
  '9dfc5e87': {
    name: 'LogProofLength',
    fields: 'n:length n:needed',
    message: msg('The proof has {length} hashes where these sizes need {needed}.'),
  },
  a642bff6: {
    name: 'LogIndexOutOfRange',
    fields: 'n:index n:size',
    message: msg('There is no entry {index}: the record has {size} entries.'),
  },
  '1c848342': {
    name: 'LogClosed',
    fields: 'a:operator a:successor',
    message: msg('The record of {operator} was transferred to {successor}.'),
  },
  '7de34ae8': {
    name: 'LogNotNamedSuccessor',
    fields: 'a:operator a:successor a:caller',
    message: msg('{operator} has not named {caller} as the successor for its record.'),
  },
  '622ac47a': {
    name: 'LogSuccessorNotEmpty',
    fields: 'a:successor h:head',
    message: msg('{successor} already has its own record.'),
  },
}

function formatValue(type: string, bytes: Uint8Array): string {
  if (type === 'a') return to0x(addressFromWord(bytes))
  return type === 'n' ? String(uintBe(bytes)) : `0x${toHex(bytes)}`
}
