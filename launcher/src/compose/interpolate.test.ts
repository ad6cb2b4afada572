import { expect, test } from '@jest/globals'
import { interpolate } from './interpolate.ts'

test('fills in variables of a default, and only if the default is used', () => {
  const origin = reference(
    `ORIGIN:-http://localhost:${reference('PORT:-8080')}/${reference('KEY:?no key')}`,
  )
  expect(interpolate(origin, { PORT: '9000', KEY: 'k' }, 'svc')).toBe('http://localhost:9000/k')
  expect(interpolate(origin, { KEY: 'k' }, 'svc')).toBe('http://localhost:8080/k')
  expect(interpolate(origin, { ORIGIN: 'https://x' }, 'svc')).toBe('https://x')
  expect(() => interpolate(origin, {}, 'svc')).toThrow('svc needs KEY: no key')
})

test('fills in a variable', () => {
  expect(interpolate(`redis://${reference('HOST')}:1`, { HOST: 'here' }, 'svc')).toBe(
    'redis://here:1',
  )
})

test('uses the default for a missing and for an empty variable', () => {
  expect(interpolate(reference('URL:-http://chain:8545'), {}, 'svc')).toBe('http://chain:8545')
  expect(interpolate(reference('URL:-http://chain:8545'), { URL: '' }, 'svc')).toBe(
    'http://chain:8545',
  )
})

test('prefers a set value over the default', () => {
  expect(interpolate(reference('URL:-http://chain:8545'), { URL: 'http://x' }, 'svc')).toBe(
    'http://x',
  )
})

test('refuses a missing variable that is required, with its message', () => {
  expect(() => interpolate(reference('KEY:?create the keys first'), {}, 'svc-auth')).toThrow(
    'svc-auth needs KEY: create the keys first',
  )
})

test('replaces a missing variable that has no default with an empty string', () => {
  expect(interpolate(`a${reference('NONE')}b`, {}, 'svc')).toBe('ab')
})

test('replaces two dollars with one', () => {
  expect(interpolate('cast --url $$node', {}, 'svc')).toBe('cast --url $node')
})

test('does not interpolate values again', () => {
  expect(interpolate(reference('A'), { A: reference('B'), B: 'no' }, 'svc')).toBe(reference('B'))
})

test('refuses forms that docker-compose.yml does not use', () => {
  expect(() => interpolate('$HOME', {}, 'svc')).toThrow('svc uses the unsupported form "$H"')
  expect(() => interpolate(reference('A-b'), {}, 'svc')).toThrow('svc uses')
})

function reference(inner: string): string {
  return `$\{${inner}}`
}
