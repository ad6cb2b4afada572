import { expect, test } from '@jest/globals'
import { composeFeatures, declareInputs, defineFeature, from, supply } from './feature.ts'
import { createRouter } from './router.ts'

const inputs = declareInputs<{ greeting: string; secret: string }>()('inputs')
const VALUES = { greeting: 'hello', secret: 'hidden' }

const greeter = defineFeature({
  name: 'greeter',
  needs: from(inputs, 'greeting'),
  create: (needs) => ({
    provides: {
      greet: (name: string) => `${needs.greeting} ${name}`,
      received: Object.keys(needs),
    },
  }),
})

const job = (name: string) => ({
  name,
  prepare: async () => undefined,
  check: async () => undefined,
  close: async () => undefined,
})

test('a feature receives exactly the values it names, typed', () => {
  const composition = composeFeatures([supply(inputs, VALUES), greeter])
  const { greet, received } = composition.given(greeter)
  expect([greet('Ann'), received]).toEqual(['hello Ann', ['greeting']])
})

test('the outputs of features are collected in the order of the list', () => {
  const [one, two] = [createRouter(), createRouter()]
  const first = defineFeature({
    name: 'first',
    needs: {},
    create: () => ({ routes: [['/a', one]], jobs: [job('one')] }),
  })
  const second = defineFeature({
    name: 'second',
    needs: {},
    create: () => ({ routes: [['/b', two]], jobs: [job('two')] }),
  })
  const { routes, jobs } = composeFeatures([first, second])
  expect(routes).toEqual([
    ['/a', one],
    ['/b', two],
  ])
  expect(jobs.map(({ name }) => name)).toEqual(['one', 'two'])
})

test('an unmet need is a compile error, and an error at the start', () => {
  // @ts-expect-error: greeter needs the inputs
  expect(() => composeFeatures([greeter])).toThrow(
    'feature greeter needs inputs, which is not listed before it',
  )
  // @ts-expect-error: they have to come first
  expect(() => composeFeatures([greeter, supply(inputs, VALUES)])).toThrow('feature greeter needs')
  // @ts-expect-error: what a source does not give cannot be needed from it
  from(inputs, 'farewell')
  // @ts-expect-error: inputs are supplied whole
  supply(inputs, { greeting: 'hello' })
})
