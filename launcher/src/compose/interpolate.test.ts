import { expect, test } from '@jest/globals'
import { interpolate } from './interpolate.ts'

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

test('prefers a set value to the default', () => {
  expect(interpolate(reference('URL:-http://chain:8545'), { URL: 'http://x' }, 'svc')).toBe(
    'http://x',
  )
})

test('refuses a missing variable that is required, with its message', () => {
  expect(() => interpolate(reference('KEY:?make the keys first'), {}, 'svc-auth')).toThrow(
    'svc-auth needs KEY: make the keys first',
  )
})

test('treats a variable without a default as empty', () => {
  expect(interpolate(`a${reference('NONE')}b`, {}, 'svc')).toBe('ab')
})

test('treats two dollars as one', () => {
  expect(interpolate('cast --url $$node', {}, 'svc')).toBe('cast --url $node')
})

test('leaves a value unchanged that looks like a variable itself', () => {
  expect(interpolate(reference('A'), { A: reference('B'), B: 'no' }, 'svc')).toBe(reference('B'))
})

test('refuses forms that docker-compose.yml does not use', () => {
  expect(() => interpolate('$HOME', {}, 'svc')).toThrow('svc has "$H"')
  expect(() => interpolate(reference('A-b'), {}, 'svc')).toThrow('svc has')
})

function reference(inner: string): string {
  return `$\{${inner}}`
}
