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

test('a feature receives exactly the values it declares, typed', () => {
  const composition = composeFeatures([supply(inputs, VALUES), greeter])
  const { greet, received } = composition.providedBy(greeter)
  expect([greet('Ann'), received]).toEqual(['hello Ann', ['greeting']])
})

test('collects the parts of features in the order of the list', () => {
  const [firstRouter, secondRouter] = [createRouter(), createRouter()]
  const first = defineFeature({
    name: 'first',
    needs: {},
    create: () => ({ routes: [['/a', firstRouter]], jobs: [job('one')] }),
  })
  const second = defineFeature({
    name: 'second',
    needs: {},
    create: () => ({ routes: [['/b', secondRouter]], jobs: [job('two')] }),
  })
  const { routes, jobs } = composeFeatures([first, second])
  expect(routes).toEqual([
    ['/a', firstRouter],
    ['/b', secondRouter],
  ])
  expect(jobs.map(({ name }) => name)).toEqual(['one', 'two'])
})

test('an unmet need is a compile error, and throws at startup', () => {
  // @ts-expect-error: greeter needs the inputs
  expect(() => composeFeatures([greeter])).toThrow(
    'feature greeter needs inputs, which is not listed before it',
  )
  // @ts-expect-error: inputs must come first
  expect(() => composeFeatures([greeter, supply(inputs, VALUES)])).toThrow('feature greeter needs')
  // @ts-expect-error: the source does not provide this value
  from(inputs, 'farewell')
  // @ts-expect-error: an input is missing
  supply(inputs, { greeting: 'hello' })
})
