import { expect, test } from '@jest/globals'
import { search } from './search.ts'

const TEXTS = [
  { to: '/a', title: 'Proof files', description: 'Carry them.', text: 'A proof ends at a block.' },
  {
    to: '/b',
    title: 'Blocks',
    description: 'What a proof is for.',
    text: 'block block block proof',
  },
  { to: '/c', title: 'Other', description: 'None.', text: 'Nothing here.' },
]

test('ranks a match in the title above several in the text', () => {
  expect(search(TEXTS, 'Proof').map(({ to }) => to)).toEqual(['/a', '/b'])
})

test('finds only texts that contain every word', () => {
  expect(search(TEXTS, 'proof nothing')).toEqual([])
})

test.each(['', '   ', '<>&', '.*'])('finds nothing for %p', (query) => {
  expect(search(TEXTS, query)).toEqual([])
})

test('shows an excerpt around the match', () => {
  const long = {
    to: '/d',
    title: 'D',
    description: 'd',
    text: `${'lead '.repeat(80)}needle ${'tail '.repeat(80)}`,
  }
  const [hit] = search([long], 'needle')
  expect(hit?.excerpt).toMatch(/^… .*needle.* …$/)
  expect(hit?.excerpt.length).toBeLessThan(200)
})

test('returns at most twenty hits', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({
    to: `/${index}`,
    title: 'proof',
    description: '',
    text: '',
  }))
  expect(search(many, 'proof')).toHaveLength(20)
})
