/** Encoding and strict decoding of the rules for a field's value; `validation.ts` defines them. */
import type { Cbor } from '@inkproof/proof/cbor'
import { must } from '@inkproof/proof/proof-error'
import { isDay } from './date-limits.ts'
import { readAnyText, readInteger, readLine, readList, readMap, readOneOf } from './read.ts'
import { SIGNING_DAY, TEXT_FORMATS, type Validation } from './validation.ts'

/** Whether there are rules that the first version of the envelope's format does not have. */
export function hasNewRules(validation: Validation): boolean {
  return NEW.some((key) => validation[key] !== undefined)
}

/** Converts rules to CBOR. */
export function validationToCbor({ options, ...rules }: Validation): Cbor {
  const pairs = Object.entries(rules).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, typeof value === 'number' ? BigInt(value) : value] as const],
  )
  return { ...Object.fromEntries(pairs), ...(options && { options }) }
}

/** Converts CBOR to rules. Whether they fit the field is checked by `findFieldProblem`. @throws ProofError as the readers */
export function validationFromCbor(value: Cbor, path: string): Validation {
  const map = readMap(value, path, [], [...NUMBERS, 'options', ...NEW])
  const numbers = NUMBERS.flatMap((key) =>
    map[key] === undefined
      ? []
      : [[key, readInteger(map[key], `${path}.${key}`, 0, MAXIMUM)] as const],
  )
  const days = DAYS.flatMap((key) =>
    map[key] === undefined ? [] : [[key, readLimit(map[key], `${path}.${key}`)] as const],
  )
  return {
    ...Object.fromEntries(numbers),
    ...(map.options !== undefined && {
      options: readList(map.options, `${path}.options`, 500, (item, at) => readLine(item, at, 200)),
    }),
    ...(map.format !== undefined && {
      format: readOneOf(map.format, `${path}.format`, TEXT_FORMATS),
    }),
    ...(map.decimals !== undefined && {
      decimals: readInteger(map.decimals, `${path}.decimals`, 0, 6),
    }),
    ...Object.fromEntries(days),
  }
}

function readLimit(value: Cbor, path: string): string {
  const day = readAnyText(value, path, 11)
  const isLimit = day === SIGNING_DAY || isDay(day)
  must(isLimit, 'BAD_TEXT', 'The text in {path} is not allowed there.', { path })
  return day
}

const NUMBERS = ['minLength', 'maxLength', 'minimum', 'maximum'] as const
const DAYS = ['earliest', 'latest'] as const
const NEW = ['format', 'decimals', ...DAYS] as const
const MAXIMUM = 1_000_000_000_000
