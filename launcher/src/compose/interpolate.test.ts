import { expect, test } from '@jest/globals'
import { interpolate } from './interpolate.ts'

test('fills in a variable', () => {
  expect(interpolate(`redis://${reference('HOST')}:1`, { HOST: 'here' }, 'svc')).toBe(
    'redis://here:1',
  )
})

test('takes the default for a missing and for an empty variable', () => {
  expect(interpolate(reference('URL:-http://chain:8545'), {}, 'svc')).toBe('http://chain:8545')
  expect(interpolate(reference('URL:-http://chain:8545'), { URL: '' }, 'svc')).toBe(
    'http://chain:8545',
  )
})

test('prefers what is set to the default', () => {
  expect(interpolate(reference('URL:-http://chain:8545'), { URL: 'http://x' }, 'svc')).toBe(
    'http://x',
  )
})

test('refuses a missing variable that is required, with its message', () => {
  expect(() => interpolate(reference('KEY:?make the keys first'), {}, 'svc-auth')).toThrow(
    'svc-auth needs KEY: make the keys first',
  )
})

test('takes a variable without a default for empty', () => {
  expect(interpolate(`a${reference('NONE')}b`, {}, 'svc')).toBe('ab')
})

test('takes two dollars for one', () => {
  expect(interpolate('cast --url $$node', {}, 'svc')).toBe('cast --url $node')
})

test('leaves a value alone that looks like a variable itself', () => {
  expect(interpolate(reference('A'), { A: reference('B'), B: 'no' }, 'svc')).toBe(reference('B'))
})

test('refuses forms that this file does not use rather than guess', () => {
  expect(() => interpolate('$HOME', {}, 'svc')).toThrow('svc has "$H"')
  expect(() => interpolate(reference('A-b'), {}, 'svc')).toThrow('svc has')
})

function reference(inner: string): string {
  return `$\{${inner}}`
}
