import { concat, toBase64, toHex, utf8 } from '@inkproof/proof/bytes'
import { generateKey, WITNESS_KEY } from '@inkproof/proof/note'
import { sha256 } from '@inkproof/proof/sha256'
import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { witnessesEnv } from './witness-settings.ts'

function witnessLine(name: string, url = ` https://${name}.example/`): string {
  return `witness ${name} ${generateKey(`${name}.example`, WITNESS_KEY).vkey}${url}\n`
}

function parse(text: string | undefined) {
  return z.object(witnessesEnv).safeParse({ WITNESSES: text })
}

test('reads the text of a policy, and nothing', () => {
  const parsed = parse(`${witnessLine('a')}${witnessLine('b')}group g all a b\nquorum g\n`)
  expect(parsed.data?.WITNESSES?.witnesses.map(({ name, url }) => [name, url])).toEqual([
    ['a', 'https://a.example/'],
    ['b', 'https://b.example/'],
  ])
  expect(parse(undefined).data).toEqual({})
})

test.each([
  ['a missing quorum', witnessLine('a'), /no quorum line/],
  ['no witness', 'quorum none\n', /names no witness/],
  ['a witness without a URL', `${witnessLine('a', '')}quorum a\n`, /must end with the URL/],
  ['a URL of another scheme', `${witnessLine('a', ' ftp://a')}quorum a\n`, /must end with the URL/],
  [
    '15 witnesses',
    `${Array.from({ length: 15 }, (_, i) => witnessLine(`w${i}`)).join('')}quorum none\n`,
    /more than 14/,
  ],
  ['an ML-DSA-44 key', `witness a ${mlDsaKey()} https://a\nquorum a\n`, /ML-DSA-44/],
])('refuses %s, without repeating it', (_name, text, sentence) => {
  const message = parse(text).error?.issues[0]?.message
  expect(message).toMatch(sentence)
  expect(message).not.toContain('https')
})

test('accepts 14 witnesses', () => {
  const lines = Array.from({ length: 14 }, (_, i) => witnessLine(`w${i}`))
  expect(parse(`${lines.join('')}quorum w0\n`).success).toBe(true)
})

function mlDsaKey(): string {
  const body = concat(Uint8Array.of(6), new Uint8Array(1312))
  return `a.example+${toHex(sha256(concat(utf8('a.example\n'), body)).slice(0, 4))}+${toBase64(body)}`
}
